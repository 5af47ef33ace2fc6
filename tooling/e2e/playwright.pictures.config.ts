// `pnpm catalogue:pictures`: a picture of every story, compared with the one that was kept on this machine before. What
// was stored elsewhere cannot be compared: fonts, and how letters are smoothed, are the machine's.
import { browserLaunchOptions, ensureTestBrowser } from '@org/services'
import { defineConfig } from 'playwright/test'

const browser = (process.env['CHROMIUM_PATH'] ||= ensureTestBrowser(console.log))

export default defineConfig({
  testDir: 'src/pictures',
  outputDir: 'reports/pictures',
  snapshotPathTemplate: '../../screenshots/catalogue/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: 'list',
  use: { launchOptions: browserLaunchOptions(browser) },
})
