import { Button } from '@org/ui-kit'
import { useId, useState } from 'react'
import type { WidgetTheme } from '@org/api-client'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { draftChannel } from '../editor/draft-channel.ts'
import type { StepProps } from './step-props.ts'
import { leastAllowed, measureTheme, type ThemeContrast } from './theme-contrast.ts'
import { themeNames } from '../../../shared/embedding/theme-placements.ts'

/** Step 2: the theme, chosen among four small widgets that are the real ones, each with the contrast of its texts. */
export function ThemeStep({
  values,
  onChange,
  draft,
  onAppearance,
}: StepProps & { draft: string; onAppearance: () => void }) {
  const name = useId()
  return (
    <>
      <fieldset className={classes.themes}>
        <legend>{texts.themeLegend}</legend>
        {themeNames.map((theme) => (
          <ThemeChoice
            key={theme}
            name={name}
            theme={theme}
            checked={values.widgetTheme === theme}
            onChoose={() => onChange({ widgetTheme: theme })}
            draft={draft}
          />
        ))}
      </fieldset>
      <div className={classes.row}>
        <Button onClick={onAppearance}>{texts.appearance.open}</Button>
        <span className={classes.hint}>{texts.appearance.openText}</span>
      </div>
    </>
  )
}

function ThemeChoice({
  name,
  theme,
  checked,
  onChoose,
  draft,
}: {
  name: string
  theme: WidgetTheme
  checked: boolean
  onChoose: () => void
  draft: string
}) {
  const [contrast, setContrast] = useState<ThemeContrast | null>(null)
  const noteId = `${name}-${theme}`
  return (
    <div className={classes.theme}>
      <label>
        <span className={classes.row}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={checked}
            aria-describedby={contrast === null ? undefined : noteId}
            onChange={onChoose}
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
          onLoad={({ currentTarget: { contentDocument } }) => {
            if (contentDocument !== null) measureOnceDressed(contentDocument, setContrast)
          }}
        />
      </label>
      {contrast !== null && (
        <p id={noteId} className={classes.contrast} data-low={isLow(contrast) || undefined}>
          {texts.contrast(
            ratio(contrast.light),
            ratio(contrast.dark),
            isLow(contrast) ? texts.contrastLow : texts.contrastEnough,
          )}
        </p>
      )}
    </div>
  )
}

// Rounded down: 4.46:1 is no 4.5:1.
function ratio(contrast: number): string {
  return `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`
}

function isLow({ light, dark }: ThemeContrast): boolean {
  return Math.min(light, dark) < leastAllowed
}

// A widget wears its theme some time after its document has loaded.
function measureOnceDressed(shown: Document, tell: (contrast: ThemeContrast | null) => void): void {
  const observer = new MutationObserver(measure)
  observer.observe(shown, { childList: true, subtree: true })
  measure()

  function measure(): void {
    const look = shown.querySelector<HTMLElement>('[data-look]')
    if (look === null) return
    observer.disconnect()
    tell(measureTheme(look))
  }
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
