import {
  safetyCategorySchema,
  type SafetyCategory,
  type SafetyNotice,
  type SafetySeverity,
} from '@org/api-client/contract'
import type { SpokenMessage } from './detection/assess.ts'
import { loadAssessor } from './detection/load.ts'
import type { SafetyData } from './operator-safety.ts'
import { createNotice } from './safety-notice.ts'

/** The result of the safety stage for one question. */
export interface SafetyCheck {
  /** Help for the danger that the conversation speaks of; undefined where it speaks of none. */
  notice: SafetyNotice | undefined
  /** True when no product may be offered, with or without a notice. */
  sensitive: boolean
  /** ISO 639-1 code of the language that the person writes. */
  language: string
}

/** Reads every question before any model, and outside every prompt. */
export interface SafetyStage {
  /**
   * @param history earlier messages of the conversation, oldest first
   * @param readerLanguage the language of the person's pages, where the words show none
   */
  check: (text: string, history: readonly SpokenMessage[], readerLanguage: string) => Promise<SafetyCheck>
  /** Returns true for a question that is answered with help and without a model; counts nothing. */
  isEmergency: (text: string, history: readonly SpokenMessage[], readerLanguage: string) => Promise<boolean>
}

export interface SafetyStageOptions {
  /** ISO 3166-1 code of the deployment's region. @default the region of each language */
  region?: string | undefined
  /** Reads words and help lines; called for each question. @default the data files of the project */
  data?: () => Promise<SafetyData>
  /** Called with each danger; never with a word of the person. */
  onDanger?: (danger: { category: SafetyCategory; severity: SafetySeverity }) => void
}

let standard: SafetyData | undefined

/** The data files of the project alone, compiled once. */
function standardData(): Promise<SafetyData> {
  standard ??= { assessor: loadAssessor(), lines: [] }
  return Promise.resolve(standard)
}

/** Creates the safety stage. */
export function createSafetyStage({
  region,
  data = standardData,
  onDanger = () => undefined,
}: SafetyStageOptions = {}): SafetyStage {
  return {
    async check(text, history, readerLanguage) {
      const { assessor, lines } = await data()
      const { danger, language, sensitive } = await assessor.assessInSlices(text, history, readerLanguage)
      const category = safetyCategorySchema.safeParse(danger?.category).data
      if (danger === undefined || category === undefined) return { notice: undefined, sensitive, language }
      onDanger({ category, severity: danger.severity })
      const notice = createNotice({
        category,
        severity: danger.severity,
        language: danger.language,
        region,
        operatorLines: lines,
      })
      return { notice, sensitive: true, language }
    },
    async isEmergency(text, history, readerLanguage) {
      const { assessor } = await data()
      const { danger } = await assessor.assessInSlices(text, history, readerLanguage)
      return danger?.severity === 'emergency'
    },
  }
}
