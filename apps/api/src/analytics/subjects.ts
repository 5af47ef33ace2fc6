/** A topic and the beginnings of the words that speak of it. */
interface Topic {
  name: string
  stems: readonly string[]
}

const topics: readonly Topic[] = [
  {
    name: 'Sleep',
    stems: ['sleep', 'insomni', 'melatonin', 'nap', 'snor', 'bedtime', 'awake', 'circadian', 'apnea'],
  },
  {
    name: 'Stress & mood',
    stems: ['stress', 'anxi', 'mood', 'depress', 'worr', 'calm', 'relax', 'meditat', 'mindful', 'burnout'],
  },
  {
    name: 'Skin',
    stems: [
      'skin',
      'acne',
      'eczema',
      'sunscreen',
      'spf',
      'sunburn',
      'wrinkle',
      'moistur',
      'rash',
      'psoria',
      'retino',
    ],
  },
  {
    name: 'Movement',
    stems: [
      'exercis',
      'walk',
      'run',
      'train',
      'workout',
      'muscle',
      'step',
      'stretch',
      'strength',
      'sport',
      'activit',
      'sit',
    ],
  },
  {
    name: 'Digestion',
    stems: [
      'digest',
      'gut',
      'fiber',
      'fibre',
      'probiotic',
      'prebiotic',
      'bloat',
      'constipat',
      'stomach',
      'ibs',
    ],
  },
  { name: 'Weight', stems: ['weight', 'calorie', 'diet', 'obes', 'slim', 'fasting', 'bmi'] },
  { name: 'Heart', stems: ['heart', 'blood', 'cholesterol', 'cardio', 'hypertens', 'pressure'] },
  {
    name: 'Bones & joints',
    stems: ['bone', 'joint', 'osteo', 'calcium', 'arthrit', 'cartilage', 'collagen'],
  },
  { name: 'Immunity', stems: ['immun', 'cold', 'flu', 'infect', 'vaccin', 'elderberr'] },
  {
    name: 'Nutrition',
    stems: [
      'eat',
      'food',
      'protein',
      'sugar',
      'salt',
      'sodium',
      'vegetabl',
      'fruit',
      'meal',
      'carb',
      'fat',
      'nutri',
      'water',
      'hydrat',
    ],
  },
  {
    name: 'Supplements',
    stems: [
      'supplement',
      'vitamin',
      'magnesium',
      'zinc',
      'iron',
      'omega',
      'mineral',
      'capsule',
      'creatine',
      'dose',
      'ashwagandha',
      'turmeric',
    ],
  },
]

/**
 * The topic of a question by the words in it; the topic with the most of them, and of equals the one that stands
 * first. Null when none speaks of a topic.
 */
export function classify(question: string): string | null {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  let best: string | null = null
  let most = 0
  for (const { name, stems } of topics) {
    const found = words.filter((word) => stems.some((stem) => begins(word, stem))).length
    if (found > most) {
      best = name
      most = found
    }
  }
  return best
}

// Short stems are words of their own: `sit` is no `site`, `run` no `rung`.
function begins(word: string, stem: string): boolean {
  if (stem.length > 4) return word.startsWith(stem)
  return word === stem || ['s', 'es', 'ed', 'ing', 'ning', 'ting', 'ping'].some((end) => word === stem + end)
}
