import { z } from 'zod'
import { widgetDefaults } from '../widget-defaults.ts'

/** Limits of a widget's appearance. Lengths in characters, sizes in bytes. */
export const appearanceLimits = {
  /** Bytes of an uploaded picture. */
  imageBytes: 1024 * 1024,
  /** Pixels of a stored picture's longest side: twice what a header shows, for dense screens. */
  imagePixels: 256,
  welcomeCharacters: 300,
  /** Starter questions: none, or this many. */
  minStarters: 3,
  maxStarters: 6,
  starterCharacters: 120,
  labelCharacters: 40,
  /** Pixels. */
  maxRadius: 32,
  greetingCharacters: 200,
  maxGreetingSeconds: 600,
  pathCharacters: 200,
} as const

/** Corners of a page. */
export const widgetPositionSchema = z.enum(['bottom-right', 'bottom-left', 'top-right', 'top-left'])

/** Signs on the launcher. */
export const launcherIconSchema = z.enum(['chat', 'question', 'spark', 'leaf'])

/** Typefaces: the theme's, the system's, the host page's, or one that this server has. */
export const widgetFontSchema = z.enum(['theme', 'system', 'host', 'inter', 'newsreader'])

/** Languages of a widget; `auto` is the page's, else the browser's. */
export const widgetLanguageSchema = z.enum(['auto', 'en', 'es', 'ar'])

const colorSchema = z.string().regex(/^#[\da-f]{6}$/u)
const radiusSchema = z.number().int().min(0).max(appearanceLimits.maxRadius)

const startersSchema = z
  .array(z.string().trim().min(1).max(appearanceLimits.starterCharacters))
  .max(appearanceLimits.maxStarters)
  .refine(({ length }) => length === 0 || length >= appearanceLimits.minStarters, {
    message: 'Enter three to six starter questions, or none.',
  })

/** A note beside the launcher: after `seconds`, on pages whose path begins with `path`, once a visitor. */
const greetingSchema = z.object({
  text: z.string().trim().min(1).max(appearanceLimits.greetingCharacters),
  seconds: z.number().int().min(0).max(appearanceLimits.maxGreetingSeconds),
  path: z
    .string()
    .trim()
    .max(appearanceLimits.pathCharacters)
    .regex(/^(?:\/\S*)?$/u),
})

/** The look of a widget beyond its theme. Null is the theme's. */
export const appearanceSchema = z.object({
  /** Lower-case `#rrggbb`; the shades of light and dark are derived from it. */
  accent: colorSchema.nullable(),
  /** Address of a picture on this server. */
  logo: z.string().nullable(),
  avatar: z.string().nullable(),
  /** Text of an empty conversation. @default the widget's own */
  welcome: z.string(),
  starters: z.array(z.string()),
  position: widgetPositionSchema.nullable(),
  icon: launcherIconSchema,
  /** Words on the launcher; none is a sign alone. */
  label: z.string(),
  /** Pixels. */
  radius: radiusSchema.nullable(),
  font: widgetFontSchema,
  language: widgetLanguageSchema,
  greeting: greetingSchema.nullable(),
})

/** The look of a widget beyond its theme. */
export type Appearance = z.infer<typeof appearanceSchema>

/** A new picture as a `data:` address, or the address of a stored one. Base64 has four characters for three bytes. */
const pictureSchema = z
  .string()
  .max(Math.ceil(appearanceLimits.imageBytes / 3) * 4 + 100)
  .regex(/^(?:data:image\/[a-z+]{1,20};base64,|\/api\/embed\/pictures\/[\da-f-]{36}\/[\da-f]{64}$)/u)

const { appearance: defaults } = widgetDefaults

/** An appearance to save; fields left out take the defaults. */
export const appearanceSaveSchema = z.object({
  accent: colorSchema.nullable().default(defaults.accent),
  logo: pictureSchema.nullable().default(defaults.logo),
  avatar: pictureSchema.nullable().default(defaults.avatar),
  welcome: z.string().trim().max(appearanceLimits.welcomeCharacters).default(defaults.welcome),
  starters: startersSchema.default(defaults.starters),
  position: widgetPositionSchema.nullable().default(defaults.position),
  icon: launcherIconSchema.default(defaults.icon),
  label: z.string().trim().max(appearanceLimits.labelCharacters).default(defaults.label),
  radius: radiusSchema.nullable().default(defaults.radius),
  font: widgetFontSchema.default(defaults.font),
  language: widgetLanguageSchema.default(defaults.language),
  greeting: greetingSchema.nullable().default(defaults.greeting),
})

/** An appearance to save, complete. */
export type AppearanceSave = z.infer<typeof appearanceSaveSchema>
