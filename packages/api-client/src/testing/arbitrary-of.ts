import * as fc from 'fast-check'
import { z } from 'zod'

/** Values that a schema of the contract accepts. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape
    const keys = Object.keys(shape)
    return fc.record(Object.fromEntries(keys.map((key) => [key, arbitraryOf(shape[key] ?? z.unknown())])), {
      requiredKeys: keys.filter((key) => !(shape[key] instanceof z.ZodOptional)),
    })
  }
  if (schema instanceof z.ZodArray) return fc.array(arbitraryOf(schema.element), { maxLength: 4 })
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(arbitraryOf))
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryOf(schema.unwrap()), { nil: null })
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return arbitraryOf(schema.unwrap())
  if (schema instanceof z.ZodRecord) return fc.dictionary(fc.string(), arbitraryOf(schema.valueType))
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodUnknown) return fc.jsonValue({ maxDepth: 2 })
  if (schema instanceof z.ZodURL) return fc.webUrl()
  if (schema instanceof z.ZodISODateTime) return anyDate.map((date) => date.toISOString())
  if (schema instanceof z.ZodISODate) return anyDate.map((date) => date.toISOString().slice(0, 10))
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue, isInt } = schema
    const min = Math.max(minValue ?? 0, -1000)
    const max = Math.min(maxValue ?? 1000, 1000)
    return isInt ? fc.integer({ min: Math.ceil(min), max }) : fc.double({ min, max, noNaN: true })
  }
  if (schema instanceof z.ZodString) {
    const { minLength, maxLength } = schema
    return fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 20, 20) })
  }
  throw new Error('No values for such a schema are known.')
}

const anyDate = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
})
