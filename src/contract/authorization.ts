/** The credentials of every call except the token call (docs/service-contract.md, section 1.2). */
export type Credentials =
  | { readonly kind: 'bearer'; readonly accessToken: string; readonly clientId: string }
  | { readonly kind: 'api-key'; readonly userName: string; readonly password: string };

export function authorizationHeaders(credentials: Credentials): Record<string, string> {
  return credentials.kind === 'bearer'
    ? { Authorization: `Bearer ${credentials.accessToken}`, client_id: credentials.clientId }
    : { Authorization: `ApiKey ${credentials.userName}:${credentials.password}` };
}

/** Whether a header can carry a text unchanged: only printable Latin-1 characters, and no blanks at its ends. */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]*$/.test(text) && text === text.trim();
}

/** Returns why the pair cannot be an API key, or null. A colon in the user name would split the pair at the wrong place. */
export function apiKeyProblem(
  userName: string,
  password: string,
): 'colon-in-user-name' | 'header-unsafe' | null {
  if (userName.includes(':')) return 'colon-in-user-name';
  const isCarried = /^[\x20-\x7e\xa0-\xff]*$/.test(userName + password) && !password.endsWith(' ');
  return isCarried ? null : 'header-unsafe';
}
