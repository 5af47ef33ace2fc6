import { widgetDefaults } from '@org/api-client'
import type {
  LauncherIcon,
  WidgetAppearance,
  WidgetFont,
  WidgetLanguage,
  WidgetPosition,
} from '@org/api-client'
import { isColor } from '../../../shared/forms/is-color.ts'

/** Form values of an appearance: texts as typed, '' where the theme's applies. */
export interface AppearanceValues {
  /** `#rrggbb`. */
  accent: string
  /** Address of a stored picture, or a new one as a `data:` address. */
  logo: string
  avatar: string
  welcome: string
  /** One a line. */
  starters: string
  position: WidgetPosition | ''
  icon: LauncherIcon
  label: string
  /** Pixels. */
  radius: string
  font: WidgetFont
  language: WidgetLanguage
  /** Empty is no greeting. */
  greeting: string
  greetingSeconds: string
  greetingPath: string
}

/** A field of the appearance. */
export type AppearanceField = keyof AppearanceValues

/** Limits of an appearance, as the server has them. */
export const appearanceLimits = {
  welcome: 300,
  minStarters: 3,
  maxStarters: 6,
  starter: 120,
  label: 40,
  radius: 32,
  greeting: 200,
  greetingSeconds: 600,
  greetingPath: 200,
} as const

/** Seconds before a greeting whose time is not given. */
const greetingSeconds = 10

/** The form of an appearance; of a new widget without an argument. */
export function toAppearanceForm(appearance: WidgetAppearance = widgetDefaults.appearance): AppearanceValues {
  const { accent, logo, avatar, starters, position, radius, greeting, ...same } = appearance
  return {
    ...same,
    accent: accent ?? '',
    logo: logo ?? '',
    avatar: avatar ?? '',
    starters: starters.join('\n'),
    position: position ?? '',
    radius: String(radius ?? ''),
    greeting: greeting?.text ?? '',
    greetingSeconds: String(greeting?.seconds ?? greetingSeconds),
    greetingPath: greeting?.path ?? '',
  }
}

/** The appearance of valid form values. */
export function toAppearance(values: AppearanceValues): WidgetAppearance {
  const { welcome, icon, label, font, language } = values
  const accent = values.accent.trim().toLowerCase()
  const text = values.greeting.trim()
  return {
    accent: accent === '' ? null : accent,
    logo: values.logo === '' ? null : values.logo,
    avatar: values.avatar === '' ? null : values.avatar,
    welcome: welcome.trim(),
    starters: readStarters(values.starters),
    position: values.position === '' ? null : values.position,
    icon,
    label: label.trim(),
    radius: values.radius.trim() === '' ? null : Number(values.radius),
    font,
    language,
    greeting:
      text === ''
        ? null
        : {
            text,
            seconds: Number(values.greetingSeconds.trim() || greetingSeconds),
            path: values.greetingPath.trim(),
          },
  }
}

/** The appearance of form values for a preview: what is half typed counts as blank. */
export function toShownAppearance(values: AppearanceValues): WidgetAppearance {
  const wrong = wrongAppearance(values)
  const blank = toAppearanceForm()
  return toAppearance({
    ...values,
    accent: wrong.has('accent') ? blank.accent : values.accent,
    radius: wrong.has('radius') ? blank.radius : values.radius,
    greeting: blank.greeting,
  })
}

/** The fields that the server would refuse. */
export function wrongAppearance(values: AppearanceValues): Set<AppearanceField> {
  const { accent, greeting, greetingPath } = values
  const starters = readStarters(values.starters)
  const { minStarters, maxStarters, starter } = appearanceLimits
  const checks: [AppearanceField, boolean][] = [
    ['accent', accent.trim() === '' || isColor(accent)],
    [
      'starters',
      starters.length === 0 ||
        (starters.length >= minStarters &&
          starters.length <= maxStarters &&
          starters.every(({ length }) => length <= starter)),
    ],
    ['radius', isWholeUpTo(values.radius, appearanceLimits.radius)],
    [
      'greetingSeconds',
      greeting.trim() === '' || isWholeUpTo(values.greetingSeconds, appearanceLimits.greetingSeconds),
    ],
    ['greetingPath', greeting.trim() === '' || /^(?:\/\S*)?$/u.test(greetingPath.trim())],
  ]
  return new Set(checks.flatMap(([field, isRight]) => (isRight ? [] : [field])))
}

function readStarters(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function isWholeUpTo(text: string, most: number): boolean {
  const trimmed = text.trim()
  const number = Number(trimmed)
  return trimmed === '' || (Number.isInteger(number) && number >= 0 && number <= most)
}
