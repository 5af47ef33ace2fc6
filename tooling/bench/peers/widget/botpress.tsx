import { Fab, Webchat } from '@botpress/webchat'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The two parts that make a widget of it, as its documentation puts them together. */
function App() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Webchat
        clientId="00000000-0000-0000-0000-000000000000"
        apiUrl={`${new URL(import.meta.url).origin}/api`}
        style={{
          display: isOpen ? 'flex' : 'none',
          position: 'fixed',
          right: 20,
          bottom: 90,
          width: 400,
          height: 600,
        }}
      />
      <Fab
        onClick={() => setIsOpen(!isOpen)}
        style={{ position: 'fixed', right: 20, bottom: 20, width: 64, height: 64 }}
      />
    </>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<App />)
