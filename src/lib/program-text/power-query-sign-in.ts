import { powerQueryText } from './literal';

/**
 * Returns the Power Query steps that sign in: they read `UserName` and `Password`, and end with `Headers`.
 * @param clientId null for an API key, which needs no request.
 * @param sendForm takes expressions, and returns the one that posts a form to `token` and reads its JSON.
 */
export function powerQuerySignIn(
  clientId: string | null,
  sendForm: (headers: string, content: string) => string,
): string {
  if (clientId === null) return '  Headers = [Authorization = "ApiKey " & UserName & ":" & Password],';
  const client = powerQueryText(clientId);
  return `  Credentials = Text.ToBinary(
    Uri.BuildQueryString([
      grant_type = "password",
      username = UserName,
      password = Password,
      client_id = ${client}
    ])
  ),
  SignIn = ${sendForm('[#"Content-Type" = "application/x-www-form-urlencoded"]', 'Credentials')},
  Headers = [Authorization = "Bearer " & SignIn[access_token], client_id = ${client}],`;
}
