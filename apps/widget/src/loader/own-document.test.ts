import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createElement, isDocumentComplete, ownBody, ownRoot, runningScript } from './own-document.ts'

const names = ['currentScript', 'body', 'documentElement', 'createElement', 'readyState']
const before = document.body
const impostors: Element[] = []

afterEach(() => {
  for (const name of names) Reflect.deleteProperty(document, name)
  for (const element of impostors.splice(0)) element.remove()
})

/** Behaviour of a browser that jsdom lacks: `<img name="…">` hides the prototype's member. */
function clobber(): HTMLImageElement {
  const image = Object.assign(document.createElement('img'), { src: 'https://evil.example/x' })
  image.dataset['open'] = 'true'
  impostors.push(image)
  for (const name of names) Object.defineProperty(document, name, { value: image, configurable: true })
  return image
}

it('reads the document, and not the elements that are named like its members', () => {
  const root = document.documentElement
  const image = clobber()
  expect(Reflect.get(document, 'body')).toBe(image)
  expect(runningScript()).toBeUndefined()
  expect(ownBody()).toBe(before)
  expect(ownRoot()).toBe(root)
  expect(isDocumentComplete()).toBe(true)
  expect(createElement('button')).toBeInstanceOf(HTMLButtonElement)
})

it('is the only way in which the loader and the greeting read the document', () => {
  const files = globSync(['*.ts', '../greeting/*.ts'], { cwd: import.meta.dirname }).filter(
    (file) => !/\.test\.ts$|^own-document\.ts$/u.test(file),
  )
  expect(files.length).toBeGreaterThan(8)
  expect(files.some((file) => file.includes('greeting'))).toBe(true)
  for (const file of files) {
    const code = readFileSync(path.join(import.meta.dirname, file), 'utf8').replaceAll(
      /\/\*.*?\*\/|\/\/.*/gsu,
      '',
    )
    expect([file, /(?<!own-)\bdocument\b/u.test(code)]).toEqual([file, false])
  }
})
