import { kit } from '@org/languages'
import { Select, TextArea } from '@org/ui-kit'
import { CopyButton } from '@org/ui-kit/chat'
import { useState } from 'react'
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
        <CopyButton text={code} labels={{ ...kit.copy, copy: texts.copy }} />
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
