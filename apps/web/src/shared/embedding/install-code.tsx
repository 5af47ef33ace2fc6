import { Select, TextArea } from '@org/ui-kit'
import { useState } from 'react'
import { CopyCodeButton } from './copy-code-button.tsx'
import { installSnippet, type Platform, platforms } from './install-snippets.ts'
import { installTexts as texts } from './install.texts.ts'
import classes from './install-code.module.css'

/** The code that installs a widget, for the kind of site that is chosen, with a button that copies it. */
export function InstallCode({ snippet }: { snippet: string }) {
  const [platform, setPlatform] = useState<Platform>('html')
  const code = installSnippet(platform, snippet)
  return (
    <div className={classes.install}>
      <div className={classes.head}>
        <Select
          label={texts.platform}
          value={platform}
          options={platforms.map((value) => ({ value, label: texts.platforms[value] }))}
          onValueChange={setPlatform}
        />
        <CopyCodeButton key={code} code={code} />
      </div>
      <TextArea
        label={texts.code}
        labelHidden
        description={texts.hints[platform]}
        className={classes.code ?? ''}
        readOnly
        rows={6}
        dir="ltr"
        spellCheck={false}
        value={code}
      />
    </div>
  )
}
