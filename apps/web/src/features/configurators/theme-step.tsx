import { useId } from 'react'
import classes from './configurators.module.css'
import { configuratorsTexts as texts } from './configurators.texts.ts'
import { draftChannel } from './draft-channel.ts'
import type { StepProps } from './step-props.ts'
import { themeNames } from './theme-placements.ts'

/** Step 2: the theme, chosen among four small widgets that are the real ones. */
export function ThemeStep({ values, onChange, draft }: StepProps & { draft: string }) {
  const name = useId()
  return (
    <fieldset className={classes.themes}>
      <legend>{texts.themeLegend}</legend>
      {themeNames.map((theme) => (
        <label key={theme} className={classes.theme}>
          <span className={classes.row}>
            <input
              type="radio"
              name={name}
              value={theme}
              checked={values.widgetTheme === theme}
              onChange={() => onChange({ widgetTheme: theme })}
            />
            {texts.themes[theme]}
          </span>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- Our own document, as it is elsewhere. */}
          <iframe
            className={classes.thumbnail}
            title={texts.themeFrame(texts.themes[theme])}
            src={thumbnail(theme, draft)}
            aria-hidden="true"
            tabIndex={-1}
            inert
          />
        </label>
      ))}
    </fieldset>
  )
}

function thumbnail(theme: string, draft: string): string {
  const query = new URLSearchParams({
    open: '1',
    hide: '1',
    require_disclaimer: '0',
    draft: draftChannel(draft, theme),
  })
  return `/embed/theme/${theme}?${query.toString()}`
}
