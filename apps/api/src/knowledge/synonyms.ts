/**
 * Everyday words and the words of the sources: a question with the first finds a passage with the others.
 * Keys are single words in lower case; values are words or phrases.
 */
export const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    baby: ['infant'],
    babies: ['infants'],
    bedtime: ['bed', 'sleep'],
    catching: ['catch'],
    coffee: ['caffeine'],
    cope: ['manage', 'handle'],
    cut: ['reduce', 'lower', 'limit'],
    dairy: ['milk'],
    diet: ['eating plan', 'eating'],
    diary: ['record'],
    doctor: ['health care provider', 'physician', 'professional'],
    early: ['earlier'],
    eczema: ['atopic dermatitis'],
    elderly: ['older adults'],
    excercise: ['exercise'],
    exercise: ['activity'],
    exercises: ['activity'],
    fiber: ['fibre'],
    fibre: ['fiber'],
    gassy: ['gas', 'bloating'],
    gym: ['exercise', 'training'],
    harmful: ['harm', 'risk', 'safety', 'side effects'],
    help: ['improve'],
    helps: ['improve'],
    hydrated: ['hydration', 'water'],
    insomnia: ['trouble sleeping'],
    jog: ['run', 'running'],
    jogging: ['run', 'running'],
    kid: ['children', 'child'],
    kids: ['children'],
    man: ['men'],
    menstruation: ['period'],
    old: ['older'],
    older: ['older adults'],
    pill: ['supplements', 'medicine', 'tablet'],
    pills: ['supplements', 'medicines', 'tablets'],
    pimple: ['acne'],
    pimples: ['acne'],
    pregnant: ['pregnancy'],
    pregnancy: ['pregnant'],
    reps: ['repetitions'],
    risky: ['risk'],
    salt: ['sodium'],
    seal: ['seals'],
    senior: ['older adults'],
    seniors: ['older adults'],
    sleepless: ['insomnia'],
    sleeplessness: ['insomnia'],
    smoker: ['smoke', 'smoking'],
    smokers: ['smoke', 'smoking'],
    sodium: ['salt'],
    spf: ['sunscreen'],
    sunblock: ['sunscreen'],
    surgeon: ['surgery'],
    symptom: ['signs'],
    symptoms: ['signs'],
    sign: ['symptoms'],
    signs: ['symptoms'],
    teen: ['teenagers'],
    teenager: ['teens'],
    teenagers: ['teens'],
    tip: ['habits'],
    tips: ['habits'],
    tiredness: ['fatigue'],
    toxic: ['toxicity', 'harmful'],
    vegan: ['vegans', 'vegetarian', 'plant'],
    vegans: ['vegan', 'vegetarian', 'plant'],
    wake: ['get up', 'waking', 'sleep'],
    veg: ['vegetables'],
    veggies: ['vegetables'],
    vit: ['vitamin'],
    weekly: ['week'],
    weights: ['strength', 'muscle-strengthening'],
    weightlifting: ['strength training'],
    woman: ['women'],
    workout: ['exercise', 'physical activity'],
    workouts: ['exercise', 'physical activity'],
    worry: ['checked', 'doctor'],
  }),
)

/** Turns of phrase that ask for something by other words than the sources use. */
export const turnsOfPhrase: readonly { asked: RegExp; alternatives: readonly string[] }[] = [
  {
    asked: /\b(?:lower|reduce|ease|relieve|manage|handle|deal with|cope with|get rid of|beat|fight)\b/iu,
    alternatives: ['ways', 'cope', 'handle', 'manage', 'habits'],
  },
  {
    asked: /\bwhat\b.*\beat\b|\b(?:which|what) foods?\b|\brich in\b|\bsources? of\b/iu,
    alternatives: ['foods', 'food', 'sources'],
  },
  {
    asked: /\btoo (?:much|many)\b|\boverdos(?:e|ing)\b/iu,
    alternatives: ['upper limit', 'limit'],
  },
  {
    asked: /\bwhat (?:do|does)\b.*\bdo\b|\bbenefits?\b|\bgood for\b/iu,
    alternatives: ['help', 'benefit', 'work'],
  },
  {
    asked: /\b(?:do|does|is|are)\b.*\b(?:works?|effective|worth it|worth taking|proven|evidence)\b/iu,
    alternatives: ['studies', 'show', 'help', 'benefit', 'promise'],
  },
  { asked: /\bside[ -]effects?\b/iu, alternatives: ['side effects', 'safety', 'safe'] },
]

/** Words that carry a question rather than its subject: they help to rank, and prove no relevance. */
export const questionFurniture: ReadonlySet<string> = new Set(
  (
    'a about actually adult adults after also always am an and another any anything are arent as ask at be been before but by did  best better between big can cant could day days ' +
    'continue daily detail details difference differences do does didnt doesnt doing dont each effect effective effects elaborate else enough ever every everyday evidence example ' +
    'explain find for from further g gram grams had has he her his get gets getting give good happen happens have help helps helping hi high how i ideas if ' +
    'im in iu is isnt it its kind kinds know let lets like likely list little long longer look low lot make makes many may mcg me mean meaning means mg ' +
    'more most much me my need needs no nor not normal of ok okay on or our out over people per person please possible proven really recommend ' +
    'recommended say says see she should show simple so some someone something start stop suggest take takes taking tell ' +
    'than that thats the their them then there these they this those thing things think time times to too try up use used useful using us usually was want way ways week we week weeks ' +
    'well what whats wont were when where whether which who why will with work works worth would year years you your'
  ).split(' '),
)
