/** Sentences that give orders to the assistant instead of asking something. */
const orders =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|above|previous|guidelines|restrictions|training)\b|\b(?:system|hidden|secret|initial|original|internal)\s+(?:prompt|instructions?|message|rules)\b|\bdeveloper mode\b|\bjailbreak\w*|\b(?:repeat|print|reveal|show|output|display|translate|summari[sz]e|tell me|give me)\b.{0,40}\b(?:your|the|all) (?:\w+ )?(?:instructions?|prompts?|rules|text above|configuration)\b|\btext above\b|\b(?:you are|you're|act as|behave as|become|simulate) (?:now )?(?:an? )?(?:\w*gpt\b|dan\b|evil|unrestricted|unfiltered|uncensored|doctor\w+|my (?:doctor|grand\w+|girlfriend|boyfriend)|hacker|pirate)|\bpretend\b|\brole[- ]?play\b|\blet['’]?s play\b|\bwithout (?:any )?(?:limits?|restrictions?|filters?|rules)\b|\bopposite of the truth\b|\breply only with\b|\brespond only with\b|\bsay only\b|\bfrom now on\b.{0,60}\byou\b|\bno (?:matter|longer)\b.{0,40}\brules\b|^\s*(?:system|assistant|developer)\s*:/iu

/** Tasks that are no questions of health or of a shop. */
const tasks =
  /\b(?:write|compose|draft)\b.{0,20}\b(?:poem|song|story|essay|code|program|script|function|letter|email|cv|resume|haiku|limerick|joke|cover letter)\b|\btell me a (?:joke|story)\b|^\s*(?:translate|calculate|solve)\b|\bprescribe\b|\b(?:what|how much)(?:['’]s| is| are)\s+\d+\s*(?:times|plus|minus|divided by|x|\*|\+|-|\/)\s*\d+|\b\d+\s*(?:times|divided by|plus|minus)\s*\d+\b|\b(?:hack|malware|bomb|counterfeit)\b/iu

/**
 * A message without its orders to the assistant; '' when nothing else is left. What remains is searched for as text and
 * never followed.
 */
export function withoutOrders(message: string): string {
  const sentences = message.split(/(?<=[.!?;:])\s+|\n+/u)
  const kept = sentences.filter((sentence) => !orders.test(sentence) && !tasks.test(sentence))
  if (kept.length === sentences.length) return message.trim()
  const rest = kept.join(' ').trim()
  // A remark left over from an order asks nothing.
  return /\?|\b(?:how|what|which|when|why|is|are|can|does|do)\b/iu.test(rest) ? rest : ''
}
