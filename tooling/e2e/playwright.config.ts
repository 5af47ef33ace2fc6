import { browserLaunchOptions, ensureTestBrowser } from '@org/services'
import { defineConfig } from 'playwright/test'

// Found once: the workers inherit it.
const browser = (process.env['CHROMIUM_PATH'] ||= ensureTestBrowser(console.log))

const ownServer = [
  'chat-streams.spec.ts',
  'client-room.spec.ts',
  'configurators.spec.ts',
  'keyboard.spec.ts',
  'member-rights.spec.ts',
  'members.spec.ts',
  'operator-week.spec.ts',
  'orders.spec.ts',
  'signed-out-elsewhere.spec.ts',
].map((file) => `**/${file}`)

export default defineConfig({
  testDir: 'src/stories',
  outputDir: 'reports/artifacts',
  globalSetup: './src/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Of two cores, two would leave a third idle: stories wait for answers and for quiet.
  workers: 3,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Those that start a server come first: one worker after the other goes through each of these files.
  projects: [
    { name: 'own server', testMatch: ownServer },
    { name: 'one server', testIgnore: ownServer },
  ],
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    launchOptions: browserLaunchOptions(browser),
    // `--trace on` keeps each step of a story; it costs a third more.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
