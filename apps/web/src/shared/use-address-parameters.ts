import { useMemo } from 'react'
import { useLocation } from 'react-router'

/** The parameters of the page's address: the same object for as long as they are the same. */
export function useAddressParameters(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
