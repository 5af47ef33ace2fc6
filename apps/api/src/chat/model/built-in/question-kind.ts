import { nearestWord } from '../../../knowledge/text/spelling.ts'

/** A kind of question, with the shape of sentences that answer it and of headings above such passages. */
interface QuestionKind {
  asked: RegExp
  answers: RegExp
  heading?: RegExp
  /** Factor of a heading with its shape. @default 1.3 */
  headingFactor?: number
  /** Factor of a sentence with that shape. */
  factor: number
}

const unit =
  'mg|mcg|µg|g|iu|kg|%|percent|calories|grams?|ounces?|fluid|cups?|teaspoons?|tablespoons?|servings?|minutes?|hours?|days?|weeks?|months?|years?|drinks?|times|ng|nmol'

/** A number with its unit. Tried at every digit of a long number it would take quadratic time. */
export const figure = new RegExp(
  String.raw`(?<![\d,.])[,.]*\d(?:[\d,.]*\d)?[\s-]*(?:to \d+[\s-]*)?(?:${unit})\b`,
  'iu',
)

/** Questions that a figure answers. */
export const asksFigure =
  /\bhow (?:much|many|long|often|high|big|old|far|soon)\b|\bdaily\b|\bper (?:day|week)\b|\bdos(?:e|age)\b|\btargets?\b|\ballowance\b|\b(?:upper|maximum|max|top|highest|most|amount|target|limit)\b|\bhow .{0,20}(?:much|many)\b/iu

const amounts = ['much', 'many', 'long', 'often']

/** Corrects the word after "how", which decides the kind of a question: "how mcuh". */
export function spellQuestionWords(question: string): string {
  return question.replaceAll(
    /\b(how )(\p{L}{3,6})\b/giu,
    (_, how: string, word: string) => how + (nearestWord(word.toLowerCase(), amounts) ?? word),
  )
}

/** Questions for the meaning of a term. */
const asksMeaning =
  /\bwhat (?:do|does|did)\b.{1,80}\b(?:mean|stand for|refer to)\b|\bmeaning of\b|\bmeaning\W*$|\bdefin(?:e|ition of)\b/iu

const kinds: readonly QuestionKind[] = [
  { asked: asksFigure, answers: figure, factor: 1.35 },
  {
    asked:
      /\btoo (?:much|many|high)\b|\b(?:upper|uper|maximum|max|top|highest|ceiling|limit|overdo|overdos\w+|safe(?:ly)? (?:dose|amount))\b|\bthe most\b|\bat most\b|\bhow (?:high|many .* before)\b|\btoo big\b/iu,
    answers:
      /\b(?:upper (?:intake )?(?:level|limit)|no more than|or less|up to|not (?:more|exceed)|limits?|below|cites|too much|at most|less than)\b/iu,
    heading: /\b(?:limit|too much|safety)\b/iu,
    factor: 1.4,
  },
  {
    asked: /\bhow (?:long|soon|many (?:weeks|months|days|minutes|hours))\b|\blast(?:s|ing)?\b/iu,
    answers:
      /(?<!\d)\d[\d\s,.to-]{0,40}(?:minutes?|hours?|days?|weeks?|months?|years?)\b|\b(?:few|several|couple of) (?:days|weeks|hours)\b/iu,
    factor: 1.25,
  },
  {
    asked:
      /\b(?:which|what)\b.*\b(?:foods?|eat|fish|fruits?|meals?|vegetables|drinks?)\b|\brich(?:est)? (?:in|source)\b|\bsources? of\b|\bwhere (?:do|can) i (?:get|find)\b|\beat\b.*\bfor\b|\bbest for\b/iu,
    answers: /\b(?:suppl(?:y|ies)|sources?|contains?|provide|rich|found in|present in|include)\b/iu,
    heading: /\b(?:foods?|sources?|fruits|where)\b/iu,
    factor: 1.6,
  },
  {
    asked: /\bwhy\b|\bhow come\b|\breason\b/iu,
    answers: /\b(?:because|due to|since|as a result|so that)\b/iu,
    factor: 1.3,
  },
  {
    asked:
      /\b(?:safe|danger\w*|harm\w*|risk\w*|side[ -]effects?|toxic|all ?right|ok(?:ay)?|fine|mix|together|along with|interact\w*|combine|avoid|worry\w*|worrying)\b|\b(?:can|may|should|could) (?:i|my|she|he|they|we)\b/iu,
    answers:
      /\b(?:safe|safety|risks?|harm|avoid|should|interact\w*|interfere\w*|reduce the|side effects|dangerous|unknown|apart|not (?:be|use|take)|ask|speak|talk)\b/iu,
    heading: /\b(?:safe|safely|safety|care|interactions|risk\w*|limit\w*|children)\b/iu,
    factor: 1.15,
  },
  {
    asked:
      /\b(?:do|does|is|are|will|would|can)\b.*\b(?:works?|effective|help\w*|worth(?: it| taking)?|proven|evidence|boost|improve|shorten|quicker|sooner|prevent|ease|lower|reduce|good for|benefits?)\b|\bbenefits?\b/iu,
    answers:
      /\b(?:may|helps?|shows?|shown|promise|evidence|improves?|benefits?|reduces?|studies|research|appear|seems?|too (?:little|limited)|shorten)\b/iu,
    heading: /\b(?:help|studies|show|effect|may|does|usefulness)\b/iu,
    factor: 1.2,
  },
  {
    asked: /\bside[ -]effects?\b|\bcause[sd]?\b|\bwhat happens\b/iu,
    answers: /\b(?:can cause|side effects|may cause|causes?|lead to|result)\b/iu,
    heading: /\bside effects|causes?\b/iu,
    factor: 1.25,
  },
  {
    asked: /\b(?:which|what)\b.*\b(?:should|choose|pick|best|recommend\w*|right|look for|buy)\b/iu,
    answers:
      /\b(?:or (?:higher|more|above)|at least|advis(?:es?|ed)|recommend\w*|choose|look for|should (?:be (?:used|chosen|worn)|have))\b/iu,
    factor: 1.4,
  },
  {
    asked: /\bwhen (?:should|do|to|must|is|does)\b|\bsee (?:a|the|my) (?:doctor|gp)\b|\bdoctor\b/iu,
    answers: /\b(?:should (?:tell|see|be checked|talk)|needs? medical|doctor|health care|checked)\b/iu,
    heading: /\b(?:when|doctor|help)\b/iu,
    factor: 1.2,
  },
  {
    asked: /\bwhat (?:is|are|does|do)\b.*\b(?:mean|stand for)?\b/iu,
    answers: /^(?:\S+\s+){1,6}(?:is|are|means|shows?)\b/iu,
    factor: 1.05,
  },
  {
    asked: asksMeaning,
    answers: /^(?:[^\s,;]+\s+){1,9}(?:is|are|means?|shows?|refers? to|stands? for)\b/iu,
    heading: /\bmeans?\b|\bmeaning\b|^what .+ (?:is|are)\b/iu,
    factor: 1.4,
  },
  {
    asked: /\b(?:signs?|symptoms?|how (?:do|can|would) (?:i|you|we) (?:know|tell|notice|spot))\b/iu,
    answers: /\b(?:signs?|symptoms?|include)\b/iu,
    heading: /\b(?:signs?|symptoms?)\b/iu,
    factor: 1.3,
  },
  {
    asked:
      /\b(?:lower|reduce|ease|relieve|manage|handle|deal with|cope|get rid of|beat|fight|calm|unwind)\b/iu,
    answers: /\b(?:cope|handle|manage|ways|helps?|ease|soothe|relieve)\b/iu,
    heading: /\b(?:ways|cope|handle|manag\w*|habits|easing|caring|tips)\b/iu,
    headingFactor: 1.8,
    factor: 1.3,
  },
  {
    asked:
      /\bhow (?:do|can|should|could|to|am|are|is|must) \b|\b(?:tips|ways|habits)\b|\bwhat (?:can|could|should) i\b|\bwhat helps\b/iu,
    answers: /\b(?:should|helps?|can|ways|keeps?|lowers?)\b/iu,
    heading: /\b(?:how to|tips|habits|ways|caring|handle|easing|prevent\w*|protecting|care)\b/iu,
    factor: 1.12,
  },
]

/** Factor from 1 up for a sentence whose form, or whose heading, suits the kind of question. */
export function kindFactor(question: string): (sentence: string, heading: string) => number {
  const isMeaning = asksMeaning.test(question)
  // "What does % daily value mean": no figure answers, although "daily" otherwise asks for one.
  const asked = kinds.filter((kind) => kind.asked.test(question) && !(isMeaning && kind.answers === figure))
  return (sentence, heading) => {
    let factor = 1
    for (const { answers, heading: shape, headingFactor = 1.3, factor: gain } of asked) {
      if (answers.test(sentence)) factor *= gain
      if (shape?.test(heading) === true) factor *= headingFactor
    }
    return Math.min(factor, 2.8)
  }
}
