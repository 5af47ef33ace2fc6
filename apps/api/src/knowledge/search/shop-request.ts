/** A question for products, without the words that only say that something is to be bought. */
export interface ShopRequest {
  /** The rest of the question: name, purpose or ingredient of a product. */
  subject: string
  /** True when the question asks to buy, to compare prices or for an assortment. */
  isShopping: boolean
  /** Bounds of the price in major units of the currency. */
  least?: number
  most?: number
  /** True when the lowest price comes first. */
  cheapestFirst: boolean
}

const amount = String.raw`[$€£]?\s*(\d+(?:[.,]\d{1,2})?)\s*(?:dollars?|usd|bucks|euros?|eur|pounds?|gbp|€|£|\$)?`
const mostPrice = new RegExp(
  String.raw`\b(?:under|below|less than|up to|at most|max(?:imum)?(?: of)?|no more than|not more than|cheaper than|within|menos de|hasta|unter|bis zu|höchstens|moins de|jusqu'à|até|أقل من)\s*${amount}`,
  'iu',
)
const leastPrice = new RegExp(
  String.raw`\b(?:over|above|more than|at least|from|más de|über|mehr als|plus de|mais de)\s*${amount}(?=\s|$|[?.,!])`,
  'iu',
)
const cheapest =
  /\b(?:cheap(?:er|est)?|less expensive|least expensive|costs? less|lowest price|affordable|budget|barato|más barato|billiger|billigste|günstig\w*|moins cher|mais barato)\b/iu

// Words of buying in the six languages; removed from the subject.
const shopping =
  /\b(?:do you (?:sell|stock|have|carry|offer)|have you got|(?:can|could|may|where can) i (?:buy|get|order|purchase)|what (?:do|can) you (?:sell|stock|offer|recommend)|sell(?:ing)?|buy|purchase|order|in stock|stock|available|shop|store|products?|items?|how much (?:is|are|does|do|would|will)|price[ds]?|pricing|costs?|charge|cheap(?:er|est)?|(?:less|least|more|most) expensive|affordable|budget|for sale|from you|vend\w+|comprar|precio|cuesta|cuánto (?:es|cuesta|vale)|producto|verkauf\w+|kaufen|preis|kostet|produkt\w*|vende[zs]|acheter|prix|coûte|produit\w*|preço|custa)\b|(?:تبيع|شراء|سعر|ثمن)/giu

const filler =
  /\b(?:something|anything|things?|stuff|some|any|one|which|what|please|me|us|would|got|recommend|good|best|help(?:s|ful)?|made (?:with|of|from)|inside|hold|contain)\b/giu

/** Reads a question as a request for products. */
export function readShopRequest(question: string): ShopRequest {
  const most = priceIn(mostPrice, question)
  const least = priceIn(leastPrice, question)
  const priced = question.replace(mostPrice, ' ').replace(leastPrice, ' ')
  const isShopping =
    most !== undefined || cheapest.test(question) || new RegExp(shopping.source, 'iu').test(question)
  return {
    subject: priced.replaceAll(shopping, ' ').replaceAll(filler, ' '),
    isShopping,
    ...(least === undefined || !isShopping ? {} : { least }),
    ...(most === undefined ? {} : { most }),
    cheapestFirst: cheapest.test(question),
  }
}

function priceIn(shape: RegExp, question: string): number | undefined {
  const found = shape.exec(question)?.[1]
  return found === undefined ? undefined : Number(found.replace(',', '.'))
}
