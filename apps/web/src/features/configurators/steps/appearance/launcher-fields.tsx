import { textOn } from '@org/theme'
import { Select, TextField } from '@org/ui-kit'
import { launcherIcons } from '../../../../shared/launcher-look.ts'
import { appearanceLimits, toShownAppearance } from '../../editor/appearance-form.ts'
import { configuratorsTexts as texts } from '../../configurators.texts.ts'
import editor from '../../configurators.module.css'
import { textControl, type StepProps } from '../step-props.ts'
import { themePlacements } from '../../../../shared/embedding/theme-placements.ts'
import classes from './appearance.module.css'
import { themeAccents } from '../../../../shared/embedding/theme-accents.ts'

const { fields, appearance: words } = texts

/** The button that opens the widget: corner, sign and words, with a picture of it. */
export function LauncherFields(step: StepProps) {
  const { values, onChange } = step
  const themes = words.positions[themePlacements[values.widgetTheme].position]
  return (
    <fieldset className={classes.group}>
      <legend>{words.launcher}</legend>
      <p className={editor.hint}>{words.launcherText}</p>
      <div className={editor.pair}>
        <Select
          label={fields.position}
          value={values.position}
          options={[
            { value: '', label: words.themesOwn(themes) },
            ...(['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const).map((value) => ({
              value,
              label: words.positions[value],
            })),
          ]}
          onValueChange={(position) => onChange({ position })}
        />
        <Select
          label={fields.icon}
          value={values.icon}
          options={(['chat', 'question', 'spark', 'leaf'] as const).map((value) => ({
            value,
            label: words.icons[value],
          }))}
          onValueChange={(icon) => onChange({ icon })}
        />
        <TextField {...textControl('label', step)} maxLength={appearanceLimits.label} />
        <Launcher {...step} />
      </div>
    </fieldset>
  )
}

function Launcher({ values }: Pick<StepProps, 'values'>) {
  const { accent, icon, label, radius } = toShownAppearance(values)
  const paint = accent ?? themeAccents[values.widgetTheme]
  const sign = textOn(paint)
  return (
    <div className={classes.launcherShown}>
      <span className={classes.launcherLabel}>{words.launcherShown}</span>
      <span
        className={classes.launcher}
        style={{
          background: paint,
          color: sign,
          borderRadius: `${radius ?? themeRadii[values.widgetTheme]}px`,
        }}
      >
        <span className={classes.sign} style={{ background: sign, clipPath: launcherIcons[icon] }} />
        {label}
      </span>
    </div>
  )
}

/** Corners of each theme's launcher, in pixels. */
const themeRadii = { ultra: 20, modern: 4, ivory: 12, aurora: 26 } as const
