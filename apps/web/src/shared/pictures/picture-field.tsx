import { Button, StatusLine } from '@org/ui-kit'
import { useRef, useState } from 'react'
import classes from './picture-field.module.css'
import { pictureTexts as words } from './picture.texts.ts'

/** Largest picture in bytes, as the server has it. */
const mostBytes = 1024 * 1024
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Chooses a picture from the device, shows it and removes it. The form uploads it. */
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
      setRefusal(words.unreadable)
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
          aria-label={words.chooseOf(label)}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        <Button size="small" aria-label={words.chooseOf(label)} onClick={() => inputRef.current?.click()}>
          {words.choose}
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
      <span className={classes.pictureHint}>{words.hint(mostBytes / 1024 / 1024)}</span>
      <StatusLine tone="error">{refusal}</StatusLine>
    </fieldset>
  )
}

function refusalOf({ type, size }: File): string {
  if (!types.includes(type)) return words.wrongType
  return size > mostBytes ? words.tooLarge(mostBytes / 1024 / 1024) : ''
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
