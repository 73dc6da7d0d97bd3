import { useFocusSoon } from '@/ui/components/use-focus-soon';
import { useWorkbenchActions } from '../controller/use-workbench';

/** Returns a function that focuses a field of a view's set-up, even on another tab. `opens`: whether to open its list of choices. */
export function useSetupField(elementId: string, { opens = false } = {}): () => void {
  const { showSetup } = useWorkbenchActions();
  const focusSoon = useFocusSoon();
  return () => {
    const element = document.getElementById(elementId);
    if (element !== null && element.closest('[hidden]') === null) {
      element.focus();
      if (opens) element.click();
      return;
    }
    showSetup();
    focusSoon(elementId);
  };
}
