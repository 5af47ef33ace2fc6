import { kit } from '@org/languages'
import { Select, TextArea } from '@org/ui-kit'
import { CopyButton } from '@org/ui-kit/chat'
import { useState } from 'react'
import { type SignLanguage, signLanguages, signSnippets } from './sign-snippets.ts'
import classes from './visitors.module.css'
import { visitorTexts } from './visitors.texts.ts'

const texts = visitorTexts.code

/** The code by which a client's server signs an id, for the chosen language. */
export function SignCode() {
  const [language, setLanguage] = useState<SignLanguage>('node')
  const code = signSnippets[language]
  return (
    <>
      <div className={classes.step}>
        <h3>{texts.heading}</h3>
        <div className={classes.head}>
          <Select
            label={texts.language}
            value={language}
            options={signLanguages.map((value) => ({ value, label: texts.languages[value] }))}
            onValueChange={setLanguage}
          />
          <CopyButton text={code} labels={{ ...kit.copy, copy: texts.copy }} />
        </div>
        <TextArea
          label={texts.code}
          labelHidden
          className={classes.code ?? ''}
          readOnly
          rows={10}
          dir="ltr"
          spellCheck={false}
          value={code}
        />
      </div>
      <div className={classes.step}>
        <h3>{texts.tag}</h3>
        <p className={classes.hint}>{texts.tagHint}</p>
      </div>
    </>
  )
}
