/** The credentials of every call except the token call (docs/service-contract.md, section 1.2). */
export type Credentials =
  | { readonly kind: 'bearer'; readonly accessToken: string; readonly clientId: string }
  | { readonly kind: 'api-key'; readonly userName: string; readonly password: string };

/** Returns the headers with the credentials. */
export function authorizationHeaders(credentials: Credentials): Record<string, string> {
  return credentials.kind === 'bearer'
    ? { Authorization: `Bearer ${credentials.accessToken}`, client_id: credentials.clientId }
    : { Authorization: `ApiKey ${credentials.userName}:${credentials.password}` };
}

/** Whether a header carries a text as it is: printable Latin-1 characters, without blanks around them. */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]*$/.test(text) && text === text.trim();
}

/** Returns why a pair cannot be an API key, or null. A colon in the user name would shift the password. */
export function apiKeyProblem(
  userName: string,
  password: string,
): 'colon-in-user-name' | 'header-unsafe' | null {
  if (userName.includes(':')) return 'colon-in-user-name';
  const isCarried = /^[\x20-\x7e\xa0-\xff]*$/.test(userName + password) && !password.endsWith(' ');
  return isCarried ? null : 'header-unsafe';
}
