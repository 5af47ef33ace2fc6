import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import { VisuallyHidden } from '../../base/visually-hidden.tsx'
import { type Given, withDefaults } from '../../base/with-defaults.ts'

/** The texts of a copy button. */
export interface CopyButtonLabels {
  /** @default 'Copy' */
  copy: string
  /** @default 'Copied' */
  copied: string
  /** @default 'Copy failed' */
  failed: string
}

/** Clipboard content: plain text, and HTML for programs that accept it. */
export interface CopyContent {
  text: string
  html?: string | undefined
}

/** A button that copies. */
export interface CopyButtonProps {
  /** Content to copy; a function is called on press. */
  text: string | (() => string | CopyContent | Promise<string | CopyContent>)
  /** @default 'small' */
  size?: 'small' | 'medium' | undefined
  labels?: Given<CopyButtonLabels> | undefined
}

const confirmationMs = 2000

/** Copies a text to the clipboard and shows whether that worked. */
export function CopyButton({ text, size = 'small', labels }: CopyButtonProps) {
  const texts = withDefaults({ copy: 'Copy', copied: 'Copied', failed: 'Copy failed' }, labels)
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (outcome === undefined) return undefined
    const timer = setTimeout(() => setOutcome(undefined), confirmationMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async (): Promise<void> => {
    try {
      await copyContent(typeof text === 'function' ? text() : text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <>
      <IconButton
        size={size}
        label={texts.copy}
        title={outcome === undefined ? texts.copy : texts[outcome]}
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
      <VisuallyHidden>
        <output>{outcome !== undefined && texts[outcome]}</output>
      </VisuallyHidden>
    </>
  )
}

// Safari requires the write to start in the press event, so the content is passed as a promise.
async function copyContent(given: string | CopyContent | Promise<string | CopyContent>): Promise<void> {
  if (typeof given === 'string' || typeof ClipboardItem === 'undefined') {
    const content = await given
    await navigator.clipboard.writeText(typeof content === 'string' ? content : content.text)
    return
  }
  const content = (async () => {
    const settled = await given
    return typeof settled === 'string' ? { text: settled } : settled
  })()
  const blobOf = async (type: string, part: (content: CopyContent) => string): Promise<Blob> =>
    new Blob([part(await content)], { type })
  const parts = {
    'text/plain': blobOf('text/plain', ({ text }) => text),
    'text/html': blobOf('text/html', ({ text, html }) => html ?? escapeHtml(text)),
  }
  // Only the write reports failures: it does not wait for every part.
  void Promise.allSettled(Object.values(parts))
  await navigator.clipboard.write([new ClipboardItem(parts)])
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
}
