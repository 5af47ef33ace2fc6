// In this order: most browsers also call themselves by an older one's name.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/OPR\//u, 'Opera'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//u, 'Firefox'],
  [/Chrome\/|CriOS\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/u, 'iOS'],
  [/Android/u, 'Android'],
  [/Windows/u, 'Windows'],
  [/Mac OS X|Macintosh/u, 'macOS'],
  [/CrOS/u, 'ChromeOS'],
  [/Linux/u, 'Linux'],
]

/** Texts of {@link describeDevice}. */
export interface DeviceTexts {
  device: (browser: string, system: string) => string
  unknownDevice: string
}

/** A device as a person would name it, such as 'Firefox on Windows', from what its browser calls itself. */
export function describeDevice(userAgent: string | null, { device, unknownDevice }: DeviceTexts): string {
  if (userAgent === null || userAgent.trim() === '') return unknownDevice
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser !== undefined && system !== undefined) return device(browser, system)
  return browser ?? system ?? userAgent.slice(0, 60)
}
