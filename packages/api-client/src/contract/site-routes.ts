import {
  billingCatalogSchema,
  billingStatusSchema,
  billingUrlSchema,
  checkoutRequestSchema,
} from './billing.ts'
import { contactRequestSchema } from './contact.ts'
import { okSchema } from './primitives.ts'
import { demoOutboxSchema, siteSchema } from './site.ts'

/** Calls about the site, its payments and its contact form. */
export const siteRoutes = {
  site: { method: 'GET', path: '/api/site', access: 'visitor', response: siteSchema },
  demoOutbox: { method: 'GET', path: '/api/demo/outbox', access: 'visitor', response: demoOutboxSchema },
  billingStatus: {
    method: 'GET',
    path: '/api/billing/status',
    access: 'user',
    response: billingStatusSchema,
  },
  billingCatalog: {
    method: 'GET',
    path: '/api/billing/catalog',
    access: 'visitor',
    response: billingCatalogSchema,
  },
  checkout: {
    method: 'POST',
    path: '/api/billing/checkout',
    access: 'user',
    query: checkoutRequestSchema,
    request: checkoutRequestSchema,
    response: billingUrlSchema,
  },
  billingPortal: { method: 'POST', path: '/api/billing/portal', access: 'user', response: billingUrlSchema },
  contact: {
    method: 'POST',
    path: '/api/contact',
    access: 'visitor',
    request: contactRequestSchema,
    response: okSchema,
  },
} as const
