import { Button, StatusLine } from '@org/ui-kit'
import { useEffect, useRef, useState } from 'react'
import { secondFactorTexts } from './second-factor.texts.ts'
import classes from './second-factor.module.css'

const texts = secondFactorTexts.codes

/** New recovery codes, which are shown once: to copy, to download, and to confirm. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  // The codes replace the element that had the focus.
  useEffect(() => headingRef.current?.focus(), [])
  const lines = codes.join('\n')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(lines)
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
  }

  return (
    <div className={classes.codes}>
      <h3 ref={headingRef} tabIndex={-1}>
        {texts.title}
      </h3>
      <p>{texts.text}</p>
      <ol aria-label={texts.list} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button
          onClick={() => {
            download(lines)
          }}
        >
          {texts.download}
        </Button>
      </div>
      {copied === 'failed' ? (
        <StatusLine tone="error">{texts.copyFailed}</StatusLine>
      ) : (
        <StatusLine tone="success">{copied === 'yes' && texts.copied}</StatusLine>
      )}
      <Button variant="primary" wide onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  )
}

function download(lines: string): void {
  const address = URL.createObjectURL(new Blob([`${lines}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
