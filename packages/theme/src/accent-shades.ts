import type { Theme } from './theme-colors.ts'

/** Colours that are derived from one accent for one theme, each `#rrggbb`. */
export interface AccentShades {
  /** For text and controls: at least 4.5:1 on every surface of the theme. */
  accent: string
  accentHover: string
  /** Text on `accent` and `accentHover`. */
  accentContrast: string
  /** Quiet background, on which `accent` and the theme's texts are readable. */
  accentSoft: string
  /** Background of a reader's own message. */
  bubble: string
  bubbleText: string
  /** Deep bar with `headerText`. */
  header: string
  headerHover: string
  headerText: string
}

type Channels = readonly [red: number, green: number, blue: number]

const white: Channels = [255, 255, 255]
const black: Channels = [0, 0, 0]
const ink: Channels = [17, 17, 17]

/** WCAG 2.2, success criterion 1.4.3, for text of ordinary size. */
const readable = 4.5

/** Surfaces that are harder to read on than any surface of our themes: darker than light ones, lighter than dark ones. */
const hardestSurfaces: Readonly<Record<Theme, Channels>> = { light: [226, 226, 226], dark: [48, 48, 48] }

/** Least contrast of a message's background and the page's, by which its outline is seen. */
const distinct = 1.5

/** Part of the way to black or white that a shade moves at a time: small enough that no difference is seen. */
const step = 0.02

/**
 * Derives the shades of an accent colour: darkened for the light theme and lightened for the dark one until its text
 * reaches WCAG AA, and left as it is where it does already.
 *
 * @param accent `#rrggbb`
 * @throws {TypeError} when `accent` is written otherwise
 */
export function accentShades(accent: string, theme: Theme): AccentShades {
  const away = theme === 'light' ? black : white
  const own = moveUntil(toChannels(accent), away, (shade) => ratio(shade, hardestSurfaces[theme]) >= readable)
  const bubble = theme === 'light' ? own : darkBubble(toChannels(accent), own)
  const header = theme === 'light' ? mix(own, black, 0.3) : mix(bubble, black, 0.4)
  return {
    accent: toHex(own),
    accentHover: toHex(mix(own, away, 0.2)),
    accentContrast: toHex(theme === 'light' ? white : ink),
    accentSoft: toHex(theme === 'light' ? mix(white, own, 0.1) : mix(ink, own, 0.1)),
    bubble: toHex(bubble),
    bubbleText: toHex(white),
    header: toHex(header),
    headerHover: toHex(mix(header, white, 0.1)),
    headerText: toHex(white),
  }
}

/** White or near-black: whichever is easier to read on `color`, which is `#rrggbb`. At least 4.3:1 on any colour. */
export function textOn(color: string): string {
  const paper = toChannels(color)
  return toHex(ratio(white, paper) >= ratio(ink, paper) ? white : ink)
}

/** The contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  return ratio(toChannels(one), toChannels(other))
}

/** The accent itself, as long as it stands out from a dark page; else what its lightened shade gives. */
function darkBubble(accent: Channels, lightened: Channels): Channels {
  const isReadable = (shade: Channels): boolean => ratio(shade, white) >= readable
  const own = moveUntil(accent, black, isReadable)
  return ratio(own, ink) >= distinct ? own : moveUntil(mix(lightened, black, 0.4), black, isReadable)
}

function moveUntil(from: Channels, to: Channels, isEnough: (shade: Channels) => boolean): Channels {
  for (let share = 0; share < 1; share += step) {
    const shade = mix(from, to, share)
    // As it is written, which rounds.
    if (isEnough(toChannels(toHex(shade)))) return shade
  }
  return to
}

function mix(one: Channels, other: Channels, share: number): Channels {
  const at = (index: 0 | 1 | 2): number => one[index] + (other[index] - one[index]) * share
  return [at(0), at(1), at(2)]
}

function ratio(one: Channels, other: Channels): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminance([red, green, blue]: Channels): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toChannels(color: string): Channels {
  if (!/^#[\da-f]{6}$/iu.test(color)) throw new TypeError(`${color} is not written #rrggbb`)
  const at = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

function toHex(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
