/** A topic and the words that speak of it. */
interface Topic {
  name: string
  /** Words in every form. */
  words: ReadonlySet<string>
  /** Word prefixes that match. */
  beginnings: readonly string[]
}

// A word that ends in a hyphen is a beginning; any other stands for its own forms alone: `sit` is no `site`.
const topics: readonly Topic[] = [
  spokenOfBy(
    'Sleep',
    'sleep- asleep slept oversleep- insomni- melatonin nap snor- bedtime awake wake woke woken drowsy drowsi- nightmare circadian apnea apnoea',
  ),
  spokenOfBy(
    'Stress & mood',
    'stress- anxi- mood moody depress- worr- calm- relax- meditat- mindful- burnout panic- sad sadness',
  ),
  spokenOfBy(
    'Skin',
    'skin- acne pimple eczema sunscreen spf sunburn- sunburnt wrinkl- moistur- rash psoria- retino- itch- dermat-',
  ),
  spokenOfBy(
    'Movement',
    'exercis- walk run ran runner train training workout muscle muscular step stretch strength- sport- activit- sit sat jog gym yoga',
  ),
  spokenOfBy(
    'Digestion',
    'digest- indigest- heartburn reflux gut fiber fibre probiotic- prebiotic- bloat constipat- diarrh- stomach- bowel ibs',
  ),
  spokenOfBy('Weight', 'weight- overweight calorie caloric diet dieter obes- slim fasting bmi'),
  spokenOfBy('Heart', 'heart- blood cholesterol cardi- hypertens- pressure'),
  spokenOfBy('Bones & joints', 'bone joint osteo- calcium arthrit- cartilage collagen'),
  spokenOfBy('Immunity', 'immun- cold flu infect- vaccin- elderberr- allerg- virus viral'),
  spokenOfBy(
    'Nutrition',
    'eat ate eaten food protein sugar sugary salt salty sodium vegetabl- veg fruit- meal carb carbohydrat- fat fatty nutri- water hydrat- dehydrat-',
  ),
  spokenOfBy(
    'Supplements',
    'supplement- vitamin multivitamin magnesium zinc iron omega mineral capsule creatine dose dosage ashwagandha turmeric',
  ),
]

/**
 * The topic of a question by the words in it; the topic with the most of them, and of equals the one that stands
 * first. Null when none speaks of a topic.
 */
export function classify(question: string): string | null {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  let best: string | null = null
  let most = 0
  for (const topic of topics) {
    const found = words.filter((word) => speaksOf(topic, word)).length
    if (found > most) {
      best = topic.name
      most = found
    }
  }
  return best
}

function speaksOf({ words, beginnings }: Topic, word: string): boolean {
  return words.has(word) || beginnings.some((beginning) => word.startsWith(beginning))
}

function spokenOfBy(name: string, list: string): Topic {
  const entries = list.split(' ')
  const isBeginning = (entry: string) => entry.endsWith('-')
  return {
    name,
    words: new Set(entries.filter((entry) => !isBeginning(entry)).flatMap(formsOf)),
    beginnings: entries.filter(isBeginning).map((entry) => entry.slice(0, -1)),
  }
}

/** A word, its plural, its past and its `-ing`: `nap, naps, napped, napping`, `wake, wakes, waked, waking`. */
function formsOf(word: string): string[] {
  if (word.endsWith('e')) return [word, `${word}s`, `${word}d`, `${word.slice(0, -1)}ing`]
  if (/[^aeiou]y$/u.test(word)) {
    const stem = word.slice(0, -1)
    return [word, `${stem}ies`, `${stem}ied`, `${word}ing`]
  }
  const plural = /(?:[sxz]|ch|sh)$/u.test(word) ? `${word}es` : `${word}s`
  // A short vowel doubles what follows it.
  const stem = /^[^aeiou]*[aeiou][^aeiouwxy]$/u.test(word) ? `${word}${word.slice(-1)}` : word
  return [word, plural, `${stem}ed`, `${stem}ing`]
}
