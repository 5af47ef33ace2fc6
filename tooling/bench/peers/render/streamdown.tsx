import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { reactAdapter } from '../../src/render/react-adapter.tsx'
import { cite } from './cite-rehype.ts'

// Its own plugins (raw, sanitize, harden) and the citations behind them.
const rehypePlugins = [...Object.values(defaultRehypePlugins), cite]

export const adapter = reactAdapter('streamdown', ({ text, done }) => (
  <Streamdown mode="streaming" isAnimating={!done} rehypePlugins={rehypePlugins}>
    {text}
  </Streamdown>
))
