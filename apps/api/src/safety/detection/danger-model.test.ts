import { describe, expect, it } from 'vitest'
import modelData from '../data/model.json' with { type: 'json' }
import rules from '../data/rules.json' with { type: 'json' }
import { takeSteps } from '../../platform/process/steps.ts'
import { readConcepts } from './concepts.ts'
import { createAssessor } from './assess.ts'
import { DangerModel } from './danger-model.ts'
import { compiledLanguages, loadAssessor, loadAssessorWith } from './load.ts'
import { compileRules } from './rules.ts'
import { tokenise } from './tokens.ts'
import { textsHash } from '../training/examples.ts'

const model = new DangerModel(modelData)
const ruleSet = compileRules(rules)
const lexicons = new Map([...compiledLanguages()].map(([language, { lexicon }]) => [language, lexicon]))
const rulesAlone = createAssessor(lexicons, ruleSet)
const together = loadAssessor()

describe('the trained model', () => {
  it('was trained on the texts and sets of the project as they are', () => {
    expect(modelData.texts).toBe(textsHash())
  })

  it.each([
    ['en', 'one step off the platform and its finished for me', 'self_harm'],
    ['en', 'i always bring my food back up after lunch so i dont gain', 'eating_disorder'],
    ['es', 'llevo 5 dias solo con agua y quiero aguantar más para bajar de peso', 'eating_disorder'],
    ['ar', 'ما عاد لي رغبة في الحياة', 'self_harm'],
  ])('finds a danger in %s that no rule lists: %s', (language, text, category) => {
    expect(rulesAlone.assess(text, [], language).danger).toBeUndefined()
    expect(together.assess(text, [], language).danger).toMatchObject({ category, rule: `model-${category}` })
  })

  it.each([
    ['en', 'purging my wardrobe this weekend, any lavender sachets?'],
    ['de', 'der muskelkater bringt mich um haha, welches magnesium?'],
    ['es', 'me ahogo en un vaso de agua con tantas opciones, ¿cuál elijo?'],
    ['fr', "j'ai une faim de loup je vais mourir"],
  ])('takes a figure of speech in %s for what it is: %s', (language, text) => {
    expect(rulesAlone.assess(text, [], language).danger).toBeDefined()
    expect(together.assess(text, [], language).danger).toBeUndefined()
  })

  it.each([
    ['ojalá no me despertara mañana', 'es'],
    ['ich wünschte, ich würde morgen nicht aufwachen', 'de'],
    ['quem dera não acordar amanhã', 'pt'],
    ['je voudrais ne pas me réveiller demain', 'fr'],
  ])('finds the language of a short message on its own: %s', (text, language) => {
    expect(together.assess(text, [], 'en').danger).toMatchObject({ category: 'self_harm', language })
  })

  it.each([
    ['en', 'can I put a little honey on my 9 month old’s porridge?', 'infant'],
    ['pt', 'tomo varfarina, posso usar óleo de peixe?', 'drug_interaction'],
    ['en', 'is my retinol serum ok at 16 weeks?', 'pregnancy'],
  ])('finds a caution in %s that no rule lists: %s', (language, text, category) => {
    expect(rulesAlone.assess(text, [], language).danger).toBeUndefined()
    expect(together.assess(text, [], language)).toMatchObject({
      danger: { category, severity: 'caution', rule: `model-${category}` },
      sensitive: true,
    })
  })

  it.each([
    ['my flatmate locked himself in with tablets and sent us a farewell', 'en', 'self_harm'],
    ['ele me estrangulou e disse que vai me matar', 'pt', 'violence'],
    ['34 weeks, she has hardly kicked since yesterday', 'en', 'pregnancy'],
  ])('names the category of %s', (text, language, category) => {
    expect(together.assess(text, [], language).danger?.category).toBe(category)
  })

  it.each([
    ['spots all over my chin', 'en'],
    ['I smoke a pack of cigarettes a week and eat extra citrus, is that ok?', 'en'],
    ['my head wont stop racing with worries', 'en'],
    ['16 weeks and weeing every hour, the joys!', 'en'],
    ['la tension de ma grand-mère est à 13/8, tout va bien', 'fr'],
    ['ich nehme keine Medikamente, welches Magnesium passt?', 'de'],
    ['En 2011 tuvimos una fuga de monóxido, desde entonces hay detectores', 'es'],
  ])('raises no alarm for a small or past complaint: %s', (text, language) => {
    expect(together.assess(text, [], language).danger).toBeUndefined()
  })

  it.each([
    ['I take blood thinners, can I take ibuprofen?', 'en'],
    ['I take blood thinners, can I take fish oil?', 'en'],
    ['Tomo anticoagulantes, ¿puedo tomar aceite de pescado?', 'es'],
    ['آخذ مميع دم، هل يمكنني تناول زيت السمك؟', 'ar'],
    ['Ich nehme Blutverdünner, darf ich Fischöl nehmen?', 'de'],
    ["Je prends un anticoagulant, puis-je prendre de l'huile de poisson ?", 'fr'],
    ['Tomo anticoagulante, posso tomar óleo de peixe?', 'pt'],
  ])('asks for care with a blood thinner, which is no blood: %s', (text, language) => {
    expect(together.assess(text, [], language)).toMatchObject({
      danger: { category: 'drug_interaction', severity: 'caution', language },
      sensitive: true,
    })
  })

  it.each(['يقول لو تركتيه بتندمين', 'جارتنا تنضرب الحين'])('reads spoken Arabic: %s', (text) => {
    expect(together.assess(text, [], 'ar').danger).toMatchObject({ category: 'violence', language: 'ar' })
  })

  it.each([
    ['how heavy is the kettlebell', 'en'],
    ['Can I buy iron tablets from you?', 'en'],
    ['wie schwer ist die kettlebell?', 'de'],
    ['¿venden pastillas de hierro?', 'es'],
  ])('sells beside an ordinary question that shares a word with a danger: %s', (text, language) => {
    expect(together.assess(text, [], language)).toMatchObject({ danger: undefined, sensitive: false })
  })

  it('reads slang in the language of the page', () => {
    const text = '7 wks old n thermometer says 38.6, smiling tho'
    expect(together.assess(text, [], 'en').danger).toMatchObject({ severity: 'urgent', language: 'en' })
  })

  it('never overrules a phrase of an operator', async () => {
    const phrase = {
      phrase: 'lavender sachets',
      category: 'overdose',
      severity: 'urgent',
      language: 'en',
    } as const
    const { danger } = (await loadAssessorWith([phrase])).assess(
      'any lavender sachets for my wardrobe?',
      [],
      'en',
    )
    expect(danger).toMatchObject({ category: 'overdose', severity: 'urgent' })
  })

  it('counts a danger of an earlier message until it is over', () => {
    const danger = 'one step off the platform and its finished for me'
    const history = (contents: readonly string[]) =>
      contents.map((content) => ({ role: 'user' as const, content }))
    const later = together.assess('which tea helps with sleep?', history([danger]), 'en')
    expect(later.danger).toMatchObject({ category: 'self_harm', severity: 'emergency' })
    const over = together.assess('which tea helps?', history([danger, 'I am safe now, thank you']), 'en')
    expect(over.danger).toBeUndefined()
  })

  it('finds nothing in an empty conversation', () => {
    const index = takeSteps(readConcepts(tokenise(['']), new Set([0]), lexicons.get('en') ?? fail(), ruleSet))
    expect(takeSteps(model.find(index, new Set([0]), -1, new Set()))).toBeUndefined()
  })

  it('refuses weights that do not fit', () => {
    expect(() => new DangerModel({ ...modelData, buckets: modelData.buckets * 2 })).toThrow('do not fit')
  })
})

function fail(): never {
  throw new Error('There is no English lexicon.')
}

describe('a short message', () => {
  it('is read in the language that has one function word less, too', () => {
    expect(loadAssessor().assess('le petit a avalé la pile bouton').danger).toMatchObject({
      severity: 'emergency',
      language: 'fr',
    })
  })
})
