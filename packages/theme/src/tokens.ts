const scales = {
  color: [
    'background',
    'surface',
    'surface-raised',
    'surface-sunken',
    'text',
    'muted',
    'border',
    'border-strong',
    'accent',
    'accent-hover',
    'accent-contrast',
    'accent-soft',
    'danger',
    'danger-hover',
    'danger-contrast',
    'danger-soft',
    'success',
    'success-soft',
    'warning',
    'warning-soft',
    'focus',
    'bubble-user',
    'bubble-user-text',
    'overlay',
  ],
  space: ['1', '2', '3', '4', '5', '6', '7', '8'],
  radius: ['small', 'medium', 'large', 'full'],
  font: ['sans', 'display', 'mono'],
  text: ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'],
  shadow: ['1', '2', '3'],
  z: ['header', 'dropdown', 'overlay', 'toast'],
} as const

type Scales = typeof scales

/** The name of a design token without its prefix, such as `color-accent` or `space-4`. */
export type TokenName =
  | { [Scale in keyof Scales]: `${Scale}-${Scales[Scale][number]}` }[keyof Scales]
  | 'duration'

/** The custom property of a token, such as `--org-color-accent`. */
export type TokenProperty = `--org-${TokenName}`

/** The custom property that holds a token: for `getComputedStyle(element).getPropertyValue(…)`. */
export function tokenProperty(name: TokenName): TokenProperty {
  return `--org-${name}`
}

/** A token as a CSS value, `var(--org-…)`: for a style that is made in JavaScript. */
export function token(name: TokenName): `var(${TokenProperty})` {
  return `var(${tokenProperty(name)})`
}

/** Every token of the stylesheet, in its order by scale. */
export const tokenNames: readonly string[] = [
  ...Object.entries(scales).flatMap(([scale, steps]) => steps.map((step) => `${scale}-${step}`)),
  'duration',
]
