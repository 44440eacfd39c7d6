import { describe, expect, it, vi } from 'vitest'

vi.mock('electron', () => ({ protocol: {} }))
const { contentSecurityPolicy, fileOfRequest } = await import('../../../main/desktop/protocol')

describe('fileOfRequest', () => {
  it.each([
    ['quarry://app/', '/opt/q/index.html'],
    ['quarry://app/index.html', '/opt/q/index.html'],
    ['quarry://app/assets/a.js?v=1', '/opt/q/assets/a.js'],
  ])('%s is a file of the window', (url, file) => {
    expect(fileOfRequest(url, '/opt/q')).toBe(file)
  })

  it.each([
    'quarry://app/../secret',
    'quarry://app/%2e%2e/secret',
    'quarry://app/..%2f..%2fetc/passwd',
    'quarry://app/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'quarry://other/index.html',
    'quarry://app/%ff',
    'quarry://app/index.html%00',
  ])('%s does not lead out of the folder', (url) => {
    const file = fileOfRequest(url, '/opt/q')
    expect(file === null || file.startsWith('/opt/q/')).toBe(true)
    if (file !== null) expect(file).not.toMatch(/\.\.|\0/)
  })
})

describe('content security policy', () => {
  it('allows nothing remote, no eval and no inline script', () => {
    expect(contentSecurityPolicy).toContain("default-src 'none'")
    const scripts = contentSecurityPolicy.split('; ').find((rule) => rule.startsWith('script-src'))
    expect(scripts).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/)
    expect(contentSecurityPolicy).not.toMatch(/https?:|wss?:|\*/)
  })
})
