import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { productTexts } from '#src/client/texts/products-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';

export function CreateLink() {
  return (
    <Link to="/dashboard/estantes/create" className={buttonClass({})}>
      <Icon of={Plus} size={22} />
      {productTexts.create}
    </Link>
  );
}
