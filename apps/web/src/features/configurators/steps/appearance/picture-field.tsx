import { Button, StatusLine } from '@org/ui-kit'
import { useRef, useState } from 'react'
import { appearanceLimits } from '../../editor/appearance-form.ts'
import { configuratorsTexts as texts } from '../../configurators.texts.ts'
import classes from './appearance.module.css'

const { appearance: words } = texts
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** A picture: chosen from the device, shown, and removed. It is uploaded with the form. */
export function PictureField({
  label,
  value,
  onValueChange,
}: {
  label: string
  /** Address of the picture; '' for none. */
  value: string
  onValueChange: (value: string) => void
}) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState('')

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return
    const reason = refusalOf(file)
    setRefusal(reason)
    if (reason !== '') return
    try {
      onValueChange(await readAddress(file))
    } catch {
      setRefusal(words.imageUnreadable)
    }
  }

  return (
    <fieldset className={classes.picture}>
      <legend className={classes.pictureLabel}>{label}</legend>
      <div className={classes.pictureRow}>
        <span className={classes.frame} data-empty={value === '' || undefined}>
          {value !== '' && <img src={value} alt={words.current(label)} />}
        </span>
        <input
          ref={inputRef}
          type="file"
          accept={types.join(',')}
          hidden
          aria-label={words.choose(label)}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        <Button size="small" aria-label={words.choose(label)} onClick={() => inputRef.current?.click()}>
          {words.chooseImage}
        </Button>
        {value !== '' && (
          <Button
            size="small"
            variant="ghost"
            aria-label={words.removeOf(label)}
            onClick={() => {
              setRefusal('')
              onValueChange('')
            }}
          >
            {words.remove}
          </Button>
        )}
      </div>
      <span className={classes.pictureHint}>
        {words.imageHint(appearanceLimits.imageBytes / 1024 / 1024)}
      </span>
      <StatusLine tone="error">{refusal}</StatusLine>
    </fieldset>
  )
}

function refusalOf({ type, size }: File): string {
  if (!types.includes(type)) return words.imageType
  return size > appearanceLimits.imageBytes
    ? words.imageTooLarge(appearanceLimits.imageBytes / 1024 / 1024)
    : ''
}

/** Returns a file as a `data:` address. */
async function readAddress(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
  reader.addEventListener('error', () =>
    reject(new Error('The file could not be read.', { cause: reader.error })),
  )
  reader.readAsDataURL(file)
  return promise
}
