import { describe, expect, it } from 'vitest'
import { parseRobots } from './robots-file.ts'

const agent = 'OrgAssistantBot'
const allows = async (text: string, path: string) =>
  (await parseRobots(text, agent))(`https://a.example${path}`)

describe('the rules of robots.txt', () => {
  it.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /a', '/ab/c', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['User-agent: *\nDisallow: /a # comment', '/a', false],
    ['\uFEFFuser-AGENT : *\r\n  DISALLOW : /a\r\n', '/a', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.gif$', '/x/y.gif', false],
    ['User-agent: *\nDisallow: /*.gif$', '/x/y.gif?z', true],
    ['User-agent: *\nDisallow: /a$', '/a', false],
    ['User-agent: *\nDisallow: /a$', '/aa', true],
    ['User-agent: *\nDisallow: /*aa$', '/aaa', false],
    ['User-agent: *\nDisallow: /a*aa$', '/aa', true],
    ['User-agent: *\nDisallow: /*b*d', '/abcd', false],
    ['User-agent: *\nDisallow: /*?sort=', '/list?a=1', true],
    ['User-agent: *\nDisallow: /*?sort=', '/list?sort=1', false],
    ['User-agent: *\nDisallow: /caf\u00E9', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /a%2fb', '/a%2Fb', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: orgassistantbot/2\nDisallow: /b', '/a', true],
    ['User-agent: OrgAssistantBot\nUser-agent: Other\nDisallow: /b', '/b', false],
    ['User-agent: OrgAssistantBot\nDisallow: /b\nUser-agent: Other\nDisallow: /c', '/c', true],
    ['User-agent: Other\nDisallow: /', '/a', true],
    ['Disallow: /a', '/a', true],
  ])('%j allow %s: %s', async (text, path, isAllowed) => {
    expect(await allows(text, path)).toBe(isAllowed)
  })

  it.each([
    ['many wildcards', `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}b\n`.repeat(1200)}`],
    ['many short rules', `User-agent: *\n${'Disallow: *aab\n'.repeat(10_000)}`],
    ['many agents', 'User-agent: a\n'.repeat(15_000) + 'Disallow: /\n'.repeat(20_000)],
  ])('with %s take linear time', async (_, text) => {
    const started = process.cpuUsage()
    expect(await allows(text, `/${'a'.repeat(1900)}`)).toBe(true)
    const { user } = process.cpuUsage(started)
    // Microseconds: rules that are matched in quadratic time take half a minute.
    expect(user).toBeLessThan(3_000_000)
  })
})
