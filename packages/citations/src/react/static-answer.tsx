import { createElement, type ReactNode } from 'react'
import { type KnownControls, toControl } from '../markdown/render/answer-controls.ts'
import type { AnswerNode, ElementNode } from '../markdown/answer-nodes.ts'
import { AnswerParser } from '../markdown/parse/answer-parser.ts'
import { imageRule } from '../markdown/render/answer-renderer.ts'

interface StaticAnswerProps {
  readonly text: string
  readonly done: boolean
  readonly known: KnownControls
  readonly imageHosts: readonly string[]
}

// React's names of the attributes that it does not take as they are.
const PROPERTIES: Partial<Record<string, string>> = {
  class: 'className',
  referrerpolicy: 'referrerPolicy',
  checked: 'defaultChecked',
}
const SWITCHES = new Set(['checked', 'disabled', 'open'])

/**
 * An answer as elements of React, for a server: without a DOM, and without the tools of code and tables. The
 * nodes hold nothing but the answer's own vocabulary and addresses that are allowed, and React escapes the rest.
 */
export function StaticAnswer({ text, done, known, imageHosts }: StaticAnswerProps): ReactNode {
  if (typeof text !== 'string') return String(text)
  const parser = new AnswerParser(imageRule(imageHosts))
  parser.update(text, done)
  return parser.blocks.flatMap(({ nodes }) => nodes).map((node, index) => toReact(node, index, known))
}

function toReact(node: AnswerNode, key: number, known: KnownControls): ReactNode {
  if (node.kind === 'text') return node.text
  if (node.kind !== 'element') return toReact(toControl(node, known), key, known)
  const children = node.children.map((child, index) => toReact(child, index, known))
  return createElement(
    node.tag,
    { key, ...toProperties(node.attributes), ...(node.tag === 'input' && taskName(node, known)) },
    children.length === 0 ? undefined : children,
  )
}

function taskName({ attributes }: ElementNode, { labels }: KnownControls) {
  const isDone = attributes.some(([name]) => name === 'checked')
  return { 'aria-label': isDone ? labels.taskDone : labels.taskOpen }
}

function toProperties(attributes: ElementNode['attributes']): Record<string, string | boolean> {
  return Object.fromEntries(
    attributes.map(([name, value]) => [PROPERTIES[name] ?? name, SWITCHES.has(name) ? true : value]),
  )
}
