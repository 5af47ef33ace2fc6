// A whole chat in React against somebody else's server, from the packages; and a chart.
import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import '@org/citations/styles.css'
import '@org/analytics-charts/styles.css'
import { BarChart } from '@org/analytics-charts'
import { createChatEngine } from '@org/chat-engine'
import { Chat } from '@org/ui-kit/engine'
import { createRoot } from 'react-dom/client'
import { createTheirTransport } from './their-transport.js'

const engine = createChatEngine({
  transport: createTheirTransport('', 'Ada'),
})

const root = document.querySelector('#root')
if (root !== null) {
  createRoot(root).render(
    <>
      <main style={{ display: 'flex', flexDirection: 'column', height: '20rem' }}>
        <Chat engine={engine} labels={{ chat: { welcome: 'What do you want to know?' } }} />
      </main>
      <BarChart title="Topics" items={[{ name: 'Sleep', count: 3 }]} />
    </>,
  )
}
