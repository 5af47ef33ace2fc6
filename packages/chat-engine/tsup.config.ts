import { library } from '@org/config/tsup'

const entries = [
  'src/index.ts',
  'src/react.ts',
  'src/jotai.ts',
  'src/browser-images.ts',
  'src/tabs.ts',
  'src/openai.ts',
  'src/ai-sdk.ts',
  'src/indexed-db.ts',
  'src/stores.ts',
  'src/devtools.ts',
  'src/vue.ts',
  'src/svelte.ts',
  'src/solid.ts',
  'src/testing.ts',
]

/** Chunks that the core loads on demand, named without a hash: an application's bundler adds its own. */
const onDemand = [
  'src/drafts/attachments.ts',
  'src/history/find.ts',
  'src/guests/guest-history.ts',
  'src/conversations/search.ts',
  'src/on-demand.ts',
  'src/outbox/unsent.ts',
]

const sample = '../../tooling/package-tests/sample'

export default library([...entries, ...onDemand], {
  client: ['src/react.ts'],
  documents: ['../../docs/adopt-chat-engine.md', `${sample}/their-server.ts`, `${sample}/their-transport.js`],
})
