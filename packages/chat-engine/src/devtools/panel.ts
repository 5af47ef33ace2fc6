import { recordEngine, type RecordedEntry, type Recorder, type RecorderOptions } from './recorder.ts'

/** Options of {@link attachDevtools}. */
export interface DevtoolsOptions extends RecorderOptions {
  /** Element that the panel is put into. @default the page's body */
  parent?: HTMLElement | undefined
}

/** An attached panel. */
export interface Devtools {
  readonly recorder: Recorder
  /** Removes the panel and ends the recording. */
  detach: () => void
}

/**
 * Attaches a panel to an engine: the phases and events of the last answer with their times, the state of the engine, and
 * a button that copies the recording for `createReplayTransport`. For development: load it lazily, so that a production
 * build does not have it.
 *
 * @example
 * import { createChatEngine } from '@org/chat-engine'
 * import { createAiSdkTransport } from '@org/chat-engine/ai-sdk'
 *
 * const options = { transport: createAiSdkTransport() }
 * export const engine = createChatEngine(options)
 *
 * export async function openDevtools() {
 *   const { attachDevtools } = await import('@org/chat-engine/devtools')
 *   return attachDevtools({ engine, options })
 * }
 */
export function attachDevtools({ parent, ...options }: DevtoolsOptions): Devtools {
  const recorder = recordEngine(options)
  const { engine } = options
  const host = document.createElement('aside')
  host.setAttribute('aria-label', 'Chat engine')
  // Apart from the page's styles.
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = MARKUP
  const list = partOf(root, 'ol')
  const state = partOf(root, 'pre')
  partOf(root, 'button').addEventListener('click', () => {
    void navigator.clipboard.writeText(JSON.stringify(recorder.entries.get()))
  })

  function draw() {
    list.replaceChildren(
      ...recorder.entries.get().map((entry) => {
        const line = document.createElement('li')
        line.textContent = `${entry.ms.toFixed(0).padStart(6)} ms  ${describe(entry)}`
        return line
      }),
    )
  }

  function drawState() {
    const { selectedKey } = engine.conversations.get()
    const values = {
      access: engine.access.get(),
      storage: engine.storage.get(),
      thread: selectedKey === null ? null : engine.thread(selectedKey).get(),
    }
    state.textContent = JSON.stringify(values, null, 2)
  }

  // Once a frame, however many events arrive.
  let frame: number | null = null
  function drawSoon() {
    frame ??= requestAnimationFrame(() => {
      frame = null
      draw()
      drawState()
    })
  }

  const stores = [recorder.entries, engine.access, engine.conversations]
  const leaves = stores.map((store) => store.subscribe(drawSoon))
  drawSoon()
  const place = parent ?? document.body
  place.append(host)
  return {
    recorder,
    detach: () => {
      for (const leave of leaves) leave()
      if (frame !== null) cancelAnimationFrame(frame)
      recorder.stop()
      host.remove()
    },
  }
}

function describe(entry: RecordedEntry): string {
  if (entry.type === 'phase') return `→ ${entry.phase}`
  if (entry.type === 'error') return `! ${entry.error.kind}: ${entry.error.message}`
  const { type, seq, ...fields } = entry.event
  return `${seq} ${type} ${JSON.stringify(fields)}`
}

function partOf(root: ShadowRoot, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`The panel has no ${selector}.`)
  return element
}

const MARKUP = `<style>
:host { position: fixed; inset-block-end: 0.5rem; inset-inline-end: 0.5rem; z-index: 2147483647; font: 12px/1.5 ui-monospace, monospace; }
details { max-inline-size: min(40rem, 95vw); border: 1px solid GrayText; border-radius: 0.5rem; background: Canvas; color: CanvasText; }
summary { padding: 0.5rem 0.75rem; cursor: pointer; }
section { max-block-size: min(20rem, 35vh); overflow: auto; padding-inline: 0.75rem; border-block-start: 1px solid GrayText; }
ol { margin: 0; padding: 0.5rem 0; list-style: none; }
li { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
button { margin: 0.5rem 0.75rem; font: inherit; }
</style>
<details>
<summary>Chat engine</summary>
<button type="button">Copy recording</button>
<section aria-label="Events" tabindex="0"><ol></ol></section>
<section aria-label="State" tabindex="0"><pre></pre></section>
</details>`
