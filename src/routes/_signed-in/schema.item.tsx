import { createFileRoute } from '@tanstack/react-router';
import { ItemSchemaScreen } from '@/features/item-schema/components/item-schema-screen';

export const Route = createFileRoute('/_signed-in/schema/item')({
  component: ItemSchemaScreen,
});
