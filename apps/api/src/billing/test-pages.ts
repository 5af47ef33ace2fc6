import type { Price } from '@org/api-client/contract'
import { html } from 'hono/html'
import type { Markup, ServerPage } from '../platform/pages/server-page.ts'
import type { Subscription } from './subscriptions.store.ts'
import type { PricedPlan } from './test-billing.ts'
import type { CardForm, CardProblems } from './test-card.ts'
import { testPageTexts as texts } from './test-pages.texts.ts'

/** The form that takes a test payment. */
export function checkoutPage(
  { plan, price }: PricedPlan,
  form: CardForm,
  problems: CardProblems,
): ServerPage {
  const wrong = Object.keys(problems).length > 0
  return {
    title: texts.checkoutTitle,
    status: wrong ? 422 : 200,
    body: html`<p class="note">${texts.noMoney}</p>
      <section class="card">
        <h2>${plan.name}</h2>
        <p>${plan.description}</p>
        <p class="price">${priceText(price)}</p>
      </section>
      <form class="card" method="post" novalidate>
        ${wrong ? html`<p role="alert" class="wrong">${texts.notPaid}</p>` : ''}
        <p class="hint">${texts.cardHint}</p>
        ${field({ name: 'number', label: texts.number, hint: '4242 4242 4242 4242', inputMode: 'numeric' }, form, problems)}
        <div class="pair">
          ${field({ name: 'expiry', label: texts.expiry, hint: texts.expiryHint }, form, problems)}
          ${field({ name: 'code', label: texts.code, hint: '123', inputMode: 'numeric' }, form, problems)}
        </div>
        <button>${texts.pay(priceText(price))}</button>
      </form>
      <p><a href="/products">${texts.back}</a></p>`,
  }
}

/** Page after a payment. */
export function paidPage(subscription: Subscription): ServerPage {
  return {
    title: texts.paidTitle,
    body: html`<section class="card">
        <p>${texts.paid(subscription.plan, dayText(subscription.currentPeriodEnd))}</p>
        <p class="note">${texts.closeTab}</p>
      </section>
      <p><a href="/products">${texts.back}</a></p>`,
  }
}

/** Page that manages a subscription. */
export function portalPage({ plan, currentPeriodEnd, cancelAtPeriodEnd }: Subscription): ServerPage {
  const day = dayText(currentPeriodEnd)
  const [action, label] = cancelAtPeriodEnd ? ['resume', texts.resume] : ['cancel', texts.cancel]
  return {
    title: texts.portalTitle,
    body: html`<p class="note">${texts.noMoney}</p>
      <section class="card">
        <h2>${plan}</h2>
        <dl>
          <dt>${texts.state}</dt>
          <dd>${cancelAtPeriodEnd ? texts.ends(day) : texts.renews(day)}</dd>
        </dl>
        <form method="post"><button class="quiet" name="action" value="${action}">${label}</button></form>
      </section>
      <p><a href="/products">${texts.back}</a></p>`,
  }
}

/** An address that leads nowhere any more. */
export function gonePage(): ServerPage {
  return {
    title: texts.goneTitle,
    status: 410,
    body: html`<p>${texts.gone}</p>
      <p><a href="/products">${texts.back}</a></p>`,
  }
}

interface Field {
  name: keyof CardForm
  label: string
  hint: string
  inputMode?: 'numeric'
}

function field({ name, label, hint, inputMode }: Field, form: CardForm, problems: CardProblems): Markup {
  const problem = problems[name]
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${form[name]}"
      placeholder="${hint}"
      inputmode="${inputMode ?? 'text'}"
      autocomplete="off"
      required${problem === undefined ? '' : html` aria-invalid="true" aria-describedby="${name}-problem"`}
    />
    ${problem === undefined ? '' : html`<span id="${name}-problem" class="wrong">${problem}</span>`}</label
  >`
}

function priceText({ unit_amount: amount, currency, interval }: Price): string {
  const code = currency.toUpperCase()
  const money = new Intl.NumberFormat('en', { style: 'currency', currency: code }).format(amount / 100)
  return interval === null ? money : texts.per(money, interval)
}

function dayText(date: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}
