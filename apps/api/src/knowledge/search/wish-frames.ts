/**
 * Firmness of a wish. The first names the shop or buying, and gets an honest "not sold" when nothing fits; the second is a
 * wish for a thing, the third a bare noun phrase. Without a fitting product the last two are questions to the articles.
 */
export type WishLevel = 'asks' | 'wants' | 'names'

/** Words that make a message a wish; what they match is no part of the thing. */
export interface WishFrame {
  level: WishLevel
  shape: RegExp
  /** True when what follows is a use or property, and any thing will do. */
  isOpen?: boolean
}

const asks = (source: string): WishFrame => ({ level: 'asks', shape: new RegExp(source, 'iu') })
const wants = (source: string): WishFrame => ({ level: 'wants', shape: new RegExp(source, 'iu') })

const you = String.raw`(?:you|u|ya|y['’]?all|your (?:shop|store)|(?:the|this) (?:shop|store))(?: guys| folks| also| even| happen to| currently)*`
const sells = '(?:sell|stock|carry|have|offer|got|keep)'
const start = String.raw`^(?:(?:hi|hello|hey|hiya|please|so|well|ok|okay|um|hmm)[\s,!.]+)*`
const article = '(?:an?|any|some|something|anything|another)'

/** The frames of a wish by language; the first that matches decides. */
export const wishFrames: ReadonlyMap<string, readonly WishFrame[]> = new Map(
  Object.entries({
    en: [
      asks(
        String.raw`(?:\bwhat |\bwhich )?\b(?<!\bhow )(?:do|does|did|would|wud) ${you} (?:${sells}|do)\b(?!\s+(?:to|you|with|an? (?:opinion|view|idea|tip|link|source|question))\b)`,
      ),
      asks(String.raw`(?:\bwhat )?\bhave ${you} (?:got|any(?=\s))\b`),
      asks(String.raw`(?:^|,\s*|\b(?:you|u|ya)\s+(?:guys\s+)?)got (?=(?:any\w*|some\w*|an?)\b)`),
      asks(String.raw`\b(?:are|r) ${you} selling\b`),
      asks(
        String.raw`\b(?:(?:want|wanna|like|need|wish|going|plan|looking|hoping|trying) to|wanna|(?:where|how) (?:can|could|do|may|would) i|(?:can|could|may) i|let me|i['’]?ll)\s+(?:buy|purchase|order)\b`,
      ),
      asks(
        String.raw`\b(?:can|could|may) i (?:get|have|find)\s+(?=.*\b(?:here|from you|from (?:the|your|this) (?:shop|store)|in (?:the|your|this) (?:shop|store))\b)`,
      ),
      asks(String.raw`\bwhere (?:can|could|do) i (?:get|find)\s+(?=(?:an?|some)\b)`),
      asks(String.raw`${start}(?:buy|purchase|order)\s+(?=\p{L})`),
      asks(
        String.raw`\b(?:i['’]?m |i am |we['’]?re |we are )?(?:currently |still )?(?:looking|searching|hunting|shopping) (?:for|4)\b`,
      ),
      asks(String.raw`\b(?:i['’]?m|i am|we['’]?re|we are) after\b(?=\s+\p{L})`),
      asks(String.raw`\b(?:gift|present)(?:s| ideas?| idea)?\b(?=\s+(?:for|to)\b)`),
      asks(
        String.raw`\b(?:for sale|in stock|sold here|(?:in|from) (?:your|the|this) (?:shop|store)|from you)\b`,
      ),
      asks(String.raw`\b(?:you|u) (?:sell|stock|carry|offer)\b(?! (?:to|me)\b)`),
      wants(
        String.raw`${start}(?:(?:i|we)\s+|i['’]d\s+|id\s+|i['’]?ve\s+)?(?:really |just |also |still |would |could |do )*(?:need|want|like|love|use|fancy|require|wish for)\s+(?!to\b|help\b|more\b|less\b|you\b|your\b|advice\b|it\b|that\b|this\b)(?=\p{L})`,
      ),
      wants(String.raw`\b(?:need|want|['’]d like|would like|could use|fancy)\s+(?=${article}\b)`),
      wants(String.raw`${start}(?:is|are) there\s+(?=${article}\b)`),
      wants(
        String.raw`${start}(?:(?:can|could|would|will) (?:you|u) )?(?:please )?(?:recommend|suggest|show|find|get|give)(?: me| us)?\s+(?=(?:${article}|your)\b)`,
      ),
      wants(String.raw`${start}(?=(?:something|anything|sth|smth|any|some|an?)\s+\p{L})`),
      wants(
        String.raw`\b(?=(?:something|anything|sth|smth)\s+(?:\p{L}+\s+){0,2}(?:for|to|against|that|which|with|without|like)\b)`,
      ),
      wants(
        String.raw`${start}how much (?:is|are|for)\s+(?=(?:the|an?|your|one|these|those)\b)(?!.*\b(?:in|inside|per|of)\b)`,
      ),
      wants(
        String.raw`${start}(?:how much|what) (?:do|does|would|will)\s+(?=(?:the|an?|your|one|these|those)\b.*\bcost\b)`,
      ),
      wants(String.raw`\b(?:(?:what(?:['’]s| is| are) the )?prices? (?:of|for))\b`),
      {
        ...wants(
          String.raw`${start}(?:which|what)(?: of (?:your|the|these))? (?:products?|items?|goods)(?: (?:can|could|would|will|do|does|should|that|which|here))*(?: (?:helps?|work|works|contains?|has|have|is|are|you (?:have|sell|offer|recommend)))*(?: (?:me|with|for|to))*(?:\s+|$)`,
        ),
        isOpen: true,
      },
      wants(String.raw`\b(?:please|pls|plz|plss)\b[\s!.]*`),
      wants(String.raw`\bor (?:similar|something (?:similar|like (?:that|it|this)))\b`),
    ],
    es: [
      asks(
        String.raw`^\W*(?:hola\W+)?(?:ustedes |vosotros )?(?:tienen|tenéis|tienes|tendrían|tendréis|venden|vendéis|vendes|ofrecen|manejan|hay)\b(?=\s)`,
      ),
      asks(String.raw`\bqué (?:tienen|venden|tenéis|vendéis|ofrecen)\b`),
      asks(
        String.raw`\b(?:(?:quiero|quisiera|querría|me gustaría|puedo|podría|necesito) (?:comprar|encargar|pedir)|estoy buscando|busco|ando buscando|buscamos)\b`,
      ),
      asks(String.raw`\b(?:regalos?|obsequio)\b(?=\s+para\b)`),
      wants(
        String.raw`^\W*(?:hola\W+)?(?:(?:quiero|quisiera|querría|necesito|me gustaría) (?=(?:una?s?|unos|algo|algún)\b)|(?:recomiéndame|muéstrame|enséñame|dame)\b)`,
      ),
      wants(String.raw`\b(?=algo (?:para|contra|sin|con)\b)`),
    ],
    de: [
      asks(
        String.raw`\b(?:haben sie|habt ihr|hättet ihr|hätten sie|hast du|führen sie|führt ihr|verkaufen sie|verkauft ihr|verkaufst du|bieten sie|bietet ihr)\b`,
      ),
      asks(String.raw`\bgibt(?:['’]s| es) (?:bei (?:euch|ihnen)|hier)\b`),
      asks(String.raw`\b(?:ich suche|wir suchen|suche nach|bin auf der suche nach)\b|^\W*suche\b`),
      asks(
        String.raw`\b(?:wo kann ich|kann ich|ich (?:möchte|will|würde gern(?:e)?|muss))(?= .*\b(?:kaufen|bestellen)\b)|\b(?:kaufen|bestellen)\b`,
      ),
      asks(String.raw`\bgeschenk(?:e|idee|ideen)?\b(?=\s+(?:für|zum)\b)`),
      wants(String.raw`\bich (?:brauche|möchte|hätte gern(?:e)?|bräuchte)\b(?=\s+(?:ein\w*|etwas|was)\b)`),
      wants(String.raw`\b(?:zeigen sie mir|zeig mir|empfehlen sie mir|empfiehl mir)\b`),
      wants(String.raw`\b(?=(?:etwas|was) (?:für|gegen|zum|ohne|mit)\b)`),
    ],
    fr: [
      asks(
        String.raw`\b(?:(?:est-ce que )?vous (?:avez|vendez|proposez)|avez[- ]vous|auriez[- ]vous|vendez[- ]vous|proposez[- ]vous|tu as|as-tu)\b`,
      ),
      asks(String.raw`\b(?:je cherche|je recherche|nous cherchons|à la recherche d['’eu]+)(?=\s|\p{L})`),
      asks(
        String.raw`\b(?:je (?:veux|voudrais|souhaite|peux)|j['’]aimerais|où (?:puis-je|peut-on)|puis-je) (?:acheter|commander)\b|\boù acheter\b`,
      ),
      asks(String.raw`\b(?:(?:idée )?cadeaux?|idée de cadeau)\b(?=\s+pour\b)`),
      wants(
        String.raw`\b(?:je (?:voudrais|veux)|j['’](?:aimerais|ai besoin)|il me faut)\b(?=\s+(?:une?|du|de la|des|d['’]une?|quelque chose)(?:\s|\b))`,
      ),
      wants(String.raw`\b(?:montrez[- ]moi|montre[- ]moi|recommandez[- ]moi)\b`),
      wants(String.raw`\b(?=quelque chose (?:pour|contre|sans|avec)\b)`),
    ],
    pt: [
      asks(String.raw`^\W*(?:ol[áa]\W+)?(?:voc[êe]s? )?(?:t[êe]m|vendem|vende|oferecem|teriam)\b(?=\s)`),
      asks(String.raw`\bvoc[êe]s? (?:t[êe]m|vendem|vende|oferecem)\b`),
      asks(
        String.raw`\b(?:estou procurando|procuro|ando à procura de|estou à procura de|(?:quero|queria|gostaria de|posso|preciso) (?:comprar|encomendar)|onde (?:posso )?comprar?)\b`,
      ),
      asks(String.raw`\b(?:presentes?|prenda)\b(?=\s+(?:para|pra)\b)`),
      wants(
        String.raw`\b(?:(?:queria|quero|preciso de|gostaria de)(?=\s+(?:uma?|algo|alguma?)\b)|me mostr[ea]|mostre-me)\b`,
      ),
      wants(String.raw`\b(?=algo (?:para|contra|sem|com)\b)`),
    ],
    ar: [
      asks(
        String.raw`(?:هل\s+)?(?:لديكم|عندكم|تبيعون|يوجد لديكم|تتوفر لديكم|يتوفر لديكم|متوفر لديكم)(?=\s|$)`,
      ),
      asks(
        String.raw`(?:أبحث عن|ابحث عن|نبحث عن|(?:أريد|اريد|أود|أرغب في) (?:شراء|أن أشتري)|أين أشتري)(?=\s)`,
      ),
      asks(String.raw`هدية(?=\s+ل)`),
      wants(String.raw`(?:أريد|اريد|أحتاج(?: إلى)?|أود)(?=\s)`),
    ],
  }),
)

/** Words between a thing and its use, property or place, by language. */
export const connectors: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    en: /(?:^|[\s,])(?:for|4|to|against|with|that|which|who|whom|whose|when|while|where|in|on|at|from|during|after|before|under|inside|as|because|since|so|like|made|of|around|between|and|i|my|is|are|does|can|has|have|cost|costs|instead|rather)(?=\s|$)|[,:–—-](?=\s)/iu,
    es: /(?:^|\s)(?:para|contra|con|que|cuando|de|en|por|del)(?=\s|$)|,/iu,
    de: /(?:^|\s)(?:für|gegen|mit|zum|zur|beim|im|in|am|an|der|die|das|wenn|damit|bei|von|um)(?=\s|$)|,/iu,
    fr: /(?:^|\s)(?:pour|contre|avec|qui|que|quand|dans|à|au|aux|en|afin)(?=\s|$)|,/iu,
    pt: /(?:^|\s)(?:para|pra|contra|com|que|quando|em|no|na|por)(?=\s|$)|,/iu,
    ar: /\s(?=ل\p{L}{3})|(?:^|\s)(?:من أجل|ضد|مع|في|على|عند|إلى|الذي|التي)(?=\s|$)|،/u,
  }),
)

/** Prices as limits, by what the number is; the amount is the first group that is present. */
const amount = String.raw`(?:[$€£]|usd|eur|gbp)?\s*(\d+(?:[.,]\d{1,2})?)(?!\d)\s*(dollars?|usd|bucks?|quid|euros?|eur|pounds?|gbp|€|£|\$|dólares|dolares|reais|دولارا?|يورو)?(?!\s*(?:years?|yrs?|yo|mg|mcg|µg|g|kg|kilos?|lbs?|ml|l|oz|ounces?|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|%|percent|steps|degrees|calories|kcal|jahre\w*|años|ans|anos)\b)`
export const priceLimits = {
  most: new RegExp(
    String.raw`(?:\b(?:(?:for |costs? |priced |that is |at )?(?:under|below|less than|up to|at most|max(?:imum)?(?: of)?|no more than|not more than|cheaper than|not over|within)|menos de|hasta|por debajo de|máximo|unter|bis(?: zu)?|höchstens|weniger als|maximal|moins de|jusqu['’]à|pas plus de|até|no máximo)|<|أقل من|تحت|حتى)\s*${amount}`,
    'iu',
  ),
  mostAfter: new RegExp(String.raw`${amount}\s*(?:or less|or under|max(?:imum)?|at most|tops|limit)\b`, 'iu'),
  least: new RegExp(
    String.raw`\b(?:over|above|more than|at least|starting at|más de|über|mehr als|ab|plus de|mais de)\s*${amount}`,
    'iu',
  ),
  around: new RegExp(String.raw`\b(?:around|about|roughly|circa|ca\.?|approximately)\s*${amount}`, 'iu'),
  between: new RegExp(String.raw`\b(?:between|from)\s*${amount}\s*(?:and|to|-|–)\s*${amount}`, 'iu'),
}

/** A currency next to a number. */
export const hasCurrency =
  /[$€£]\s*\d|\d\s*(?:[$€£]|dollars?|usd|bucks?|quid|euros?|eur|pounds|gbp|dólares|reais|دولار|يورو)/iu

export const lowestPrice =
  /\b(?:the )?(?:cheap(?:er|est)?|inexpensive|less expensive|least expensive|not (?:too|so|very) (?:expensive|pricey)|costs? (?:the )?(?:less|least)|lowest[- ](?:priced?|cost)|low[- ]cost|(?:most )?affordable|on a (?:tight |small )?budget|budget|best value|m[áa]s (?:barat[oa]s?|econ[óo]mic[oa]s?)|barat[oa]s?|econ[óo]mic[oa]s?|am billigsten|billig(?:er|e[nrs]?|ste[nrs]?)?|günstig(?:er|e[nrs]?|ste[nrs]?)?|preiswert\w*|(?:la |le |les )?moins ch(?:er|ère)s?|bon marché|pas ch(?:er|ère)s?|mais barat[oa]s?|mais em conta)(?![\p{L}])|(?:الأرخص|أرخص|رخيصة?)/iu
export const highestPrice =
  /\b(?:the )?(?:dearest|most expensive|priciest|highest[- ]priced?|most luxurious|m[áa]s car[oa]s?|am teuersten|teuerste[nrs]?|(?:la |le |les )?plus ch(?:er|ère)s?|mais car[oa]s?)(?![\p{L}])|(?:الأغلى|أغلى)/iu

/** Words after which follows what a product must not contain. */
export const conditions: readonly RegExp[] = [
  /\b(?:without|w\/o|wihtout|free (?:of|from)|with(?:out| no)|has no|have no|zero|no|non)[\s-]+(?:any |added |artificial |extra |too much )*(?!more\b|less\b|slip|stick|one\b|idea)(\p{L}+)(?: added)?(?:\s+(?:or|and|nor)\s+(\p{L}+)(?=\s*(?:$|[,.?!])))?/giu,
  /\b(\p{L}+)[\s-]free\b(?!\s+(?:of|from|shipping|sample))/giu,
  /\bun(scented|perfumed|sweetened|flavou?red|fragranced)\b/giu,
  /\b(?:does(?:n['’]t| not)|do(?:n['’]t| not)|won['’]t|not)\s+(?:contain |have |include )?(?!too\b|so\b|very\b|want\b|need\b|like\b|know\b|more\b|over\b)(\p{L}+)\b/giu,
  /\b(?:sin|ohne|sans|sem)\s+(?:azúcar añadido|(\p{L}+))/giu,
  /(?:بدون|خالي من|خالية من)\s+(\p{L}+)/gu,
]

/** "Does a hat do anything against the sun": what a thing does is a question to the articles. */
export const asksOfThings =
  /^(?:and |so |but )?(?:does|did|do|is|are|was|were|can|could|will|would|should)\s+(?!(?:you|u|ya|y['’]?all|your|there|i|we|it|that|any(?:one|body)?|some(?:one|body)?|the (?:shop|store)|this (?:shop|store))\b)/iu

const byOthers =
  /\b(?:shops?|stores?|companies|company|makers?|manufacturers?|producers?|sellers?|brands?|they|people|anyone|anybody|whoever) (?:(?:may|can|could|might|must|do|are|is|get|allowed|able|have|has|to|legally|still|just) )*(?:sells?|selling|stocks?)\b|\b(?:before|until|till|once) (?:\p{L}+ )?(?:(?:it|they|these|those)\b\W?)?(?:is |are |s |re |gets? )?(?:sold|sale)\b/giu
const asksWho = /^(?:and |so |but )?(?:who|whose|why|how come)\b(?!.*\b(?:you|your|u)\b)/iu

/** Returns whether a question is about who sells or checks goods in general: "who tests pills before they are sold". */
export function asksOfTrade(text: string): boolean {
  return asksWho.test(text) || text.search(byOthers) !== -1
}
