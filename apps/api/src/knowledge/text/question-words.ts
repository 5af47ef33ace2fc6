/** Words that carry a question rather than its subject: they help to rank, and prove no relevance. */
export const questionStopWords: ReadonlySet<string> = new Set(
  (
    'a about actually adult adults after also always am an and another any anything are arent as ask at be been before but by did  best better between big can cant could day days ' +
    'continue daily detail details difference differences do does didnt doesnt doing dont each effect effective effects elaborate else enough ever every everyday evidence example ' +
    'explain find for from further g gram grams had has he hes her his get gets getting give good happen happens have help helps helping hi high how i ideas if ' +
    'im in iu is isnt it its kind kinds know let lets like likely list little long longer look low lot make makes many may mcg me mean meaning means mg ' +
    'more most much me my need needs no nor not normal of ok okay on or our out over people per person please possible proven really recommend ' +
    'recommended say says see she shes should show simple so some someone something start stop suggest take takes taking tell ' +
    'than that thats the their them then there these they theyre this those thing things think time times to too try up use used useful using us usually was want way ways week we week weeks ' +
    'well what whats wont were when where whether which who whos why will with work works worth would year years you your ive ill id youre'
  ).split(' '),
)
