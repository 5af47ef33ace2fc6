import { describe, expect, it } from 'vitest'
import { passwordProblem } from './index.ts'

const email = 'alexandra@example.com'

describe('passwordProblem', () => {
  it.each([
    'aaaaaaaaaaaaaaa',
    'aAaAaAaAaAaAaAa!',
    'x'.repeat(128),
    '😀'.repeat(15),
    'qwertyuiop12345',
    'qwertyuiopasdfgh',
    '1qaz2wsx3edc4rfv',
    'Password12345678!',
    'PasswordPassword',
    'P@ssw0rdP@ssw0rd',
    'Welcome123456789',
    'Summer2024Summer2024!',
    'football football',
    'administrator123',
    '123456789012345678',
    'abcdefghijklmnop',
    'letmeinletmeinletmein',
    'iloveyouiloveyou',
    'thisismypassword',
    'demonstration-only',
    'correcthorsebatterystaple',
    'correct horse battery staple',
    'alexandraalexandra',
    'contraseña123456',
    'Kennwort12345678',
    'كلمةالمرور123456',
    'ضصثقفغعهخحجدشسيب',
    'йцукенгшщзхъфыв',
    'Verdant2026Verdant',
    'thequickbrownfox',
    'Alexandra123456',
    '               x',
    '2026-11-27 2026-11-27',
    '27.11.2026/27.11.2026!',
    'kettle77-Kettle77-KETTLE77',
  ])('refuses %j as guessable', (password) => {
    expect(passwordProblem(password, email)).toBe('guessable')
  })

  it.each(['alexandra@example.com', 'ALEXANDRA@EXAMPLE.COM', 'alexandraexamplecom'])(
    'refuses the address as %j',
    (password) => {
      expect(passwordProblem(password, email)).toBe('email')
    },
  )

  it('refuses spaces alone', () => {
    expect(passwordProblem(' '.repeat(20), email)).toBe('blank')
  })

  it.each([
    'thisismypassword but with much more of my own',
    'alexandra likes green tea',
    'moss beneath seven kettles',
    'mossbeneathsevenkettles',
    'diecisiete tazas verdes',
    'كوب من الشاي الأخضر',
    '🌱🌿🍀🌳🌲🌴🌵🌾🌷🌸🌹🌺🌻🌼💐',
    'vqzhwpxkgmtrbyn',
    '739150264881937',
  ])('accepts %j, whatever its mixture of characters', (password) => {
    expect(passwordProblem(password, email)).toBeUndefined()
  })

  it.each(['', '_@example.com', '@'])('copes with the address %j', (address) => {
    expect(passwordProblem('moss beneath seven kettles', address)).toBeUndefined()
  })

  it('checks the passwords that take longest in less than 50 ms of the processor', () => {
    const costly = ['a1', 'P4$$w0rd', '@4', '1', 'qwerty12', 'aB3$', '43|+{#6@61%[!$89', '$5', '1!|'].map(
      (part) => part.repeat(128).slice(0, 128),
    )
    passwordProblem('warm up the estimator', email)
    for (const password of costly) {
      // Processor time of this thread, so that other load on the machine does not count.
      const durations = [1, 2, 3, 4, 5].map(() => {
        const start = process.threadCpuUsage()
        passwordProblem(password, email)
        const { user, system } = process.threadCpuUsage(start)
        return (user + system) / 1000
      })
      expect(Math.min(...durations)).toBeLessThan(50)
    }
  })
})
