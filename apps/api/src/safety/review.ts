const longestReview = 366 * 86_400_000

/**
 * Returns whether the texts and help lines were reviewed within a year.
 *
 * @param reviewedOn day of the review, YYYY-MM-DD; null where there was none
 * @param now epoch milliseconds
 */
export function isReviewCurrent(reviewedOn: string | null, now = Date.now()): boolean {
  return reviewedOn !== null && now - Date.parse(reviewedOn) < longestReview
}
