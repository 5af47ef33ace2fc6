import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SafetyCard } from './safety-card.tsx'

const notice = {
  severity: 'emergency',
  title: 'This may be a medical emergency',
  text: 'Please call now.',
  lines: [
    { label: 'Emergency services', phone: '911', url: null },
    { label: 'Poison control', phone: '1-800-222-1222', url: 'https://www.poisonhelp.org/' },
    { label: 'Helplines', phone: null, url: 'https://findahelpline.com/' },
  ],
} as const

describe('SafetyCard', () => {
  it('has a heading, and a link that calls each line', () => {
    render(<SafetyCard {...notice} />)
    expect(screen.getByRole('heading', { name: notice.title }).textContent).toBe(notice.title)
    expect(screen.getByRole('link', { name: /Emergency services.*Call 911/u }).getAttribute('href')).toBe(
      'tel:911',
    )
    expect(screen.getByRole('link', { name: /Poison control/u }).getAttribute('href')).toBe('tel:18002221222')
    expect(screen.getByRole('link', { name: 'Helplines' }).getAttribute('href')).toBe(
      'https://findahelpline.com/',
    )
  })

  it('interrupts a screen reader for a new notice alone', () => {
    const { rerender } = render(<SafetyCard {...notice} />)
    expect(screen.queryByRole('alert')).toBeNull()
    rerender(<SafetyCard {...notice} announced />)
    expect(screen.getByRole('alert').textContent).toContain('Please call now.')
  })
})
